import { blobOf } from '@/lib/db/blobs'
import { changeOps } from '@/lib/db/changes'
import type { Batch } from '@/lib/db/client'
import { retryLost } from '@/lib/db/errors'
import { nextStepIndex, type StepRecord, stepOps } from '@/lib/db/steps'
import type { ModelResult } from '@/lib/model/types'
import type { Phase } from '@/lib/shared/events'
import type { AgentDeps } from './turn-state'

type Background = {
  turn: { id: string; ownerId: string; attempt: number }
  phase: Phase
  promptVersion: string
  prompt: { system: string; user: string }
  result: ModelResult
  startedAt: Date
}

/** The ledger row of a call made after a turn, on that turn: prompts and tokens of jobs count like all others. */
async function backgroundStepOps(deps: AgentDeps, { turn, phase, promptVersion, prompt, result, startedAt }: Background): Promise<Batch> {
  const { db, countTokens, runtime } = deps
  const system = blobOf(prompt.system, countTokens(prompt.system))
  const user = blobOf(prompt.user, countTokens(prompt.user))
  const record: StepRecord = {
    id: runtime.id('step'),
    turnId: turn.id,
    attempt: turn.attempt,
    index: await nextStepIndex(db, turn.id, turn.attempt),
    phase,
    round: null,
    role: 'utility',
    provider: result.provider,
    model: result.model,
    promptVersion,
    manifest: { system: [{ section: 'role', hash: system.hash }], user: [{ section: 'task', hash: user.hash }], exchanges: null, tools: null, dropped: {} },
    blobs: [system, user],
    sections: [
      { section: 'role', tokens: system.tokens },
      { section: 'task', tokens: user.tokens },
    ],
    text: result.text,
    reasoning: result.reasoning,
    decision: null,
    retries: [],
    notices: [],
    finish: result.finish,
    error: result.error,
    usage: result.usage,
    estInputTokens: system.tokens + user.tokens,
    estOutputTokens: countTokens(result.text + result.reasoning),
    tries: result.tries,
    tools: [],
    startedAt,
    firstMs: result.firstMs,
    totalMs: result.totalMs,
  }
  return [...stepOps(db, turn.ownerId, record, runtime.now()), ...changeOps(db, turn.ownerId, [{ kind: 'step', refId: turn.id, op: 'put' }])]
}

/** Writes a call with what came of it. Jobs of one turn run side by side and take step numbers from it: the one that comes second numbers its step anew. */
export async function commitCall(deps: AgentDeps, call: Background, outcome: () => Batch | Promise<Batch> = () => []): Promise<void> {
  await retryLost(async () => deps.db.$transaction([...(await outcome()), ...(await backgroundStepOps(deps, call))]))
}

/** The end of a job whose call was cut short: the call counts in the ledger, and the job is tried again. @throws always. */
export async function cutShort(deps: AgentDeps, call: Background): Promise<never> {
  await commitCall(deps, call)
  throw new Error(`a call of phase ${call.phase} was cut short`)
}
