import { isOfflineTurn } from '@/lib/agent/outside-message'
import { backgroundOf, commitCall, commitCalls } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { sourcesOf } from '@/lib/db/forget/derived'
import { type Turn, turnOptions, turnPath } from '@/lib/db/turns/turns'
import { rollUpChoices, rollUpExtractively } from '@/lib/heuristics/roll-up'
import { type DueRollUp, dueRollUps, rollUpOps } from '@/lib/memory/summaries/roll-up'
import * as prompt from '@/lib/prompts/rollup-summary'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { askModel } from '../ask-model'
import { type JobKind, keyOfAttempt } from '../kind'
import { endJob, turnJob } from '../turn-job'

/** Rolls up summaries level by level once enough are uncovered. Each roll-up is its own transaction. */
export const rollUp: JobKind = {
  name: 'roll-up',
  // A group is complete every `rollUpEvery` turns. One turn later the model's summary of its last turn exists
  // too.
  after: (end) => (end.turn.number % end.rollUpEvery <= 1 ? keyOfAttempt(end) : null),
  run: turnJob(async (deps, job, turn, signal) => {
    const { db } = deps
    const every = (await loadSettings(db, job.ownerId, null)).get('rollUp.every').value
    const path = await turnPath(db, job.ownerId, turn.id)
    const due = () => dueRollUps(db, job.ownerId, path, every)
    for (let level = await due(); level.length; level = await due())
      for (const one of level) {
        // The retry of this job makes the rest.
        if (signal.aborted) throw new Error('the roll-ups were cut short')
        await make(deps, turn, one, signal)
      }
    await endJob(deps, job)
  }),
}

async function make(deps: AgentDeps, turn: Turn, due: DueRollUp, signal: AbortSignal): Promise<void> {
  const { db, models, runtime, countTokens } = deps
  const items = due.sources.map(({ from, to, text, insights }) => ({ from, to, summary: text, insights }))
  const ops = (text: { summary: string; insights: string[] }, status: 'extractive' | 'model' | 'fallback') =>
    rollUpOps(db, turn.ownerId, turn.conversationId, due, text, status, { runtime, countTokens })
  if (models.describe('utility').offline || (await isHeldBack(deps, turn.ownerId, due)))
    return void (await db.$transaction(await ops(rollUpExtractively(items), 'extractive')))
  const shown = items.map(({ from, to, summary, insights }) => ({
    from,
    to,
    text: `${summary}\nInsights: ${insights.join('; ')}`,
  }))
  const input = { from: due.from, to: due.to, items: shown }
  const sources = due.sources.map(({ id }) => ({ kind: 'summary', id }) as const)
  const { value, call } = await askModel(deps, prompt, input, { turn, phase: 'roll-up', sources, signal })
  if (value) return commitCall(deps, call, () => ops(value, 'model'))
  const embedded = await embedChoices(deps, turn, rollUpChoices(items), signal)
  const text = rollUpExtractively(items, embedded?.vectors)
  await commitCalls(deps, embedded ? [call, embedded.call] : [call], () => ops(text, 'fallback'))
}

/** Whether it covers a turn of the built-in engine, which no job may send. */
async function isHeldBack({ db }: AgentDeps, ownerId: string, { sources }: DueRollUp): Promise<boolean> {
  const turnIds = await sourcesOf(
    db,
    ownerId,
    'summary',
    sources.map(({ id }) => id),
  )
  return (await turnOptions(db, ownerId, turnIds)).some(isOfflineTurn)
}

/** Vectors of the sentences, from a service that may embed though its model failed. */
async function embedChoices(deps: AgentDeps, turn: Turn, texts: string[], signal: AbortSignal) {
  const { embedder } = deps.models
  const { batch, jobTimeoutMs: timeoutMs, jobRetries: retries } = limits.dense
  if (!embedder || texts.length < 2 || texts.length > batch) return null
  const startedAt = deps.runtime.now()
  const embedded = await embedder.embed(texts, { signal, timeoutMs, retries })
  return { vectors: embedded.vectors, call: backgroundOf(deps, turn, embedder, texts, embedded, startedAt) }
}
