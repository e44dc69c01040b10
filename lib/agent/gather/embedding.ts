import type { Runtime } from '@/lib/base/runtime'
import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { jobState } from '@/lib/db/memory/embeddings'
import { jobOps } from '@/lib/db/turns/jobs'
import type { Embedded, Embedder } from '@/lib/model/embed/embedder'
import type { Background } from '../step/background'
import type { AgentDeps } from '../turn-state'

const EVERYTHING = 'all '
/** Queues a job that embeds everything without a vector, one at a time. */
export async function embedEverything(
  db: Db,
  runtime: Runtime,
  ownerId: string,
  embedder: Pick<Embedder, 'space'>,
  dims?: number,
): Promise<void> {
  if ((await jobState(db, ownerId, 'embed', EVERYTHING)).busy) return
  const key = `${EVERYTHING}${embedder.space} ${await memoryRev(db, ownerId)} ${runtime.now().getTime()}`
  const job = { id: runtime.id('job'), kind: 'embed', key, payload: dims ? { dims } : {} }
  await db.$transaction(jobOps(db, ownerId, [job], runtime.now()))
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
