import { memoryRev } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { jobState } from '@/lib/db/memory/embeddings'
import { jobOps } from '@/lib/db/turns/jobs'
import type { Embedded, Embedder } from '@/lib/model/embed/embedder'
import type { Runtime } from '@/lib/shared/runtime'
import type { Background } from '../step/background'
import type { AgentDeps, TurnState } from '../turn-state'

type Missing = 'all' | 'strategies'
/**
 * Writes for a transaction: a job that embeds everything without a vector, or strategies alone. `cause` = what
 * missed them, once each; `dims` = the length that their vectors should have, if they have another one.
 */
function embedOps(
  { db, runtime, ownerId, space }: { db: Db; runtime: Runtime; ownerId: string; space: string },
  missing: Missing,
  cause: string,
  dims?: number,
): Batch {
  const payload = { ...(missing === 'strategies' && { strategies: true }), ...(dims && { dims }) }
  const job = { id: runtime.id('job'), kind: 'embed', key: `${missing} ${space} ${cause}`, payload }
  return jobOps(db, ownerId, [job], runtime.now())
}

/** Queues such a job, one at a time. */
export async function queueEmbedding(
  db: Db,
  runtime: Runtime,
  ownerId: string,
  { space }: Pick<Embedder, 'space'>,
  dims?: number,
  missing: Missing = 'all',
): Promise<void> {
  if ((await jobState(db, ownerId, 'embed', `${missing} `)).busy) return
  const cause = `${await memoryRev(db, ownerId)} ${runtime.now().getTime()}`
  await db.$transaction(embedOps({ db, runtime, ownerId, space }, missing, cause, dims))
}

/** Writes for a transaction that changes strategies: they are embedded next. */
export const embedStrategiesOps = (
  db: Db,
  runtime: Runtime,
  ownerId: string,
  { space }: Pick<Embedder, 'space'>,
  cause: string,
): Batch => embedOps({ db, runtime, ownerId, space }, 'strategies', cause)

/**
 * The ledger entry of an embedding call. The texts are not stored again, so that forgetting a turn is enough.
 */
export function backgroundOf(
  deps: AgentDeps,
  turn: Background['turn'],
  embedder: Embedder,
  texts: string[],
  call: Embedded,
  startedAt: Date,
): Background {
  const { provider, model } = embedder
  const sent = texts.reduce((sum, text) => sum + deps.countTokens(text), 0)
  return {
    turn,
    phase: 'embed',
    promptVersion: 'embed-1',
    role: 'embedding',
    sent,
    prompt: { system: 'Embedding', user: texts.length === 1 ? 'One text.' : `${texts.length} texts.` },
    result: {
      provider,
      model,
      error: call.error,
      aborted: call.aborted,
      text: '',
      reasoning: '',
      calls: [],
      finish: call.aborted ? 'aborted' : call.error ? 'error' : 'stop',
      usage: call.usage,
      tries: call.tries,
      notices: call.notices,
      firstMs: null,
      totalMs: call.ms,
    },
    startedAt,
  }
}

/** Counts a turn's call that embedded a text to look something up. */
export function noteEmbedding(state: TurnState, embedder: Embedder, text: string, call: Embedded): void {
  const { deps, run } = state
  const startedAt = new Date(deps.runtime.now().getTime() - call.ms)
  const turn = { ...run.turn, attempt: run.lease.attempt }
  state.embedCalls.push(backgroundOf(deps, turn, embedder, [text], call, startedAt))
}
