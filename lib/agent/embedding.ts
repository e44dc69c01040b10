import type { Runtime } from '@/lib/base/runtime'
import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { jobState } from '@/lib/db/memory/embeddings'
import { jobOps } from '@/lib/db/turns/jobs'
import type { Embedded, Embedder } from '@/lib/model/embed/embedder'
import type { Background } from './background'
import type { AgentDeps } from './turn-state'

const EVERYTHING = 'all '
/** Asks for everything that lacks a vector to be embedded; one such job at a time. */
export async function embedEverything(
  db: Db,
  runtime: Runtime,
  ownerId: string,
  embedder: Pick<Embedder, 'space'>,
  dims?: number,
): Promise<void> {
  if ((await jobState(db, ownerId, 'embed', EVERYTHING)).busy) return
  const key = `${EVERYTHING}${embedder.space} ${await memoryRev(db, ownerId)} ${runtime.now().getTime()}`
  await db.$transaction(
    jobOps(
      db,
      ownerId,
      [{ id: runtime.id('job'), kind: 'embed', key, payload: dims ? { dims } : {} }],
      runtime.now(),
    ),
  )
}

/**
 * The ledger's entry of an embedding call. The texts are the turns' own and are not kept a second time: what
 * is forgotten there is forgotten here.
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
