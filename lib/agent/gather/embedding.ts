import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { jobState } from '@/lib/db/memory/embeddings'
import { jobOps } from '@/lib/db/turns/jobs'
import type { Embedded, Embedder } from '@/lib/model/embed/embedder'
import type { Runtime } from '@/lib/shared/runtime'
import type { Background } from '../step/background'
import type { AgentDeps, TurnState } from '../turn-state'

/**
 * Queues a job that embeds everything without a vector, one at a time for each model. `dims` = the length that
 * the vectors should have, if they have another one.
 */
export async function queueEmbedding(
  db: Db,
  runtime: Runtime,
  ownerId: string,
  { space }: Pick<Embedder, 'space'>,
  dims?: number,
): Promise<void> {
  const all = `all ${space} `
  if ((await jobState(db, ownerId, 'embed', all)).busy) return
  const now = runtime.now()
  const key = `${all}${await memoryRev(db, ownerId)} ${now.getTime()}`
  const job = { id: runtime.id('job'), kind: 'embed', key, payload: dims ? { dims } : {} }
  await db.$transaction(jobOps(db, ownerId, [job], now))
}

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
