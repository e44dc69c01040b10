import { commitCalls, cutShort } from '@/lib/agent/step/background-step'
import type { AgentDeps, Background } from '@/lib/agent/turn-state'
import type { Job } from '@/lib/db/turns/jobs'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { ownProse } from '@/lib/heuristics/text/own-prose'
import { finishedParts } from '@/lib/model/call/separate/json-extract'
import * as factsPrompt from '@/lib/prompts/facts'
import * as prompt from '@/lib/prompts/turn-notes'
import { limits } from '@/lib/shared/limits'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { askModel } from '../ask-model'
import type { Scene } from './scene'

/** After so many tries a model that cannot write the form is not asked again. */
const GARBLED_TRIES = 2

/** `given` = nothing more is to be had: what is missing falls back. */
export type Asked = { notes: prompt.Notes; calls: Background[]; given: boolean }

/**
 * Asks for parts of the notes by one call. Of a reply that does not fit, what can be read counts; unreadable
 * facts lead to a call for facts alone. @throws if the service failed and the job has tries left.
 */
export async function askNotes(
  deps: AgentDeps,
  job: Job,
  scene: Scene,
  parts: readonly prompt.Part[],
  signal: AbortSignal,
): Promise<Asked> {
  const about = { turn: scene.turn, sources: scene.sources, signal, ...limitsOfLearning.notes }
  const calls: Background[] = []
  let notes: prompt.Notes = {}
  let given = job.attempts >= limits.jobs.maxAttempts
  if (parts.some((part) => part !== 'facts')) {
    const asked = { ...prompt, schema: prompt.schemaOf(parts) }
    const { value, call } = await askModel(
      deps,
      asked,
      { ...scene.input, parts },
      { ...about, phase: 'notes' },
    )
    calls.push(call)
    const { error, text } = call.result
    const hasFailed = error !== null && error.code !== 'provider_garbled'
    if (hasFailed && !given) return cutShort(deps, call)
    given ||= job.attempts >= GARBLED_TRIES
    // A form that fits has no lesson if it names none.
    notes = prompt.readNotes(value ? { lesson: null, ...value } : await finishedParts(text), parts)
  }
  if (parts.includes('facts') && !notes.facts) {
    const input = { ...scene.input, text: edgesOf(ownProse(scene.turn.userText)) }
    const alone = askModel(deps, factsPrompt, input, { ...about, phase: 'facts' })
    const { value, call } = await alone.catch(async (error: unknown) => {
      await commitCalls(deps, calls, () => [])
      throw error
    })
    calls.push(call)
    if (value) notes.facts = value
  }
  return { notes, calls, given }
}
