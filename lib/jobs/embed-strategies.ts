import { backgroundOf } from '@/lib/agent/gather/embedding'
import { isOfflineTurn } from '@/lib/agent/offline-turn'
import { commitCall } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import {
  dropOtherLengths,
  strategyVectorOps,
  type Unembedded,
  unembedded,
} from '@/lib/db/learning/strategy-vectors'
import { turnOptions } from '@/lib/db/turns/turns'
import type { Embedder } from '@/lib/model/embed/embedder'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'

/** Embeds the strategies that have no vector of the current model; what is embedded is stored at once. */
export async function embedStrategies(
  deps: AgentDeps,
  ownerId: string,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps
  const { space } = embedder
  for (let last = ''; ; ) {
    const rows = await unembedded(db, ownerId, space, last, limits.dense.batch)
    last = rows.at(-1)?.id ?? ''
    if (rows.length === 0) return
    const { sent, kept } = await parted(deps, ownerId, rows)
    await db.$transaction(
      strategyVectorOps(
        db,
        ownerId,
        space,
        kept.map((row) => ({ ...row, vector: new Float32Array(0) })),
      ),
    )
    if (sent.length) await embedBatch(deps, ownerId, embedder, sent, signal)
  }
}

/** A strategy learned from a turn of the built-in engine is never sent, like the turn itself. */
async function parted({ db }: AgentDeps, ownerId: string, rows: Unembedded[]) {
  const turns = await turnOptions(db, ownerId, [...new Set(rows.flatMap(({ sources }) => sources))])
  const offline = new Set(turns.filter(isOfflineTurn).map(({ id }) => id))
  const isKept = ({ sources }: Unembedded) => sources.some((id) => offline.has(id))
  return { sent: rows.filter((row) => !isKept(row)), kept: rows.filter(isKept) }
}

/** The call hangs on no turn: it serves all that come. */
async function embedBatch(
  deps: AgentDeps,
  ownerId: string,
  embedder: Embedder,
  rows: Unembedded[],
  signal: AbortSignal,
): Promise<void> {
  const { db, runtime } = deps
  const texts = rows.map(({ text }) => text)
  const startedAt = runtime.now()
  const { jobTimeoutMs: timeoutMs, jobRetries: retries } = limits.dense
  const call = await embedder.embed(texts, { signal, timeoutMs, retries })
  const { vectors } = call
  const record = backgroundOf(deps, { id: null, ownerId }, embedder, texts, call, startedAt)
  await commitCall(deps, record, () => {
    if (!vectors) return []
    const made = rows.flatMap((row, i) => {
      const vector = vectors[i]
      return vector ? [{ ...row, vector }] : []
    })
    return [
      dropOtherLengths(db, ownerId, embedder.space, vectors[0]?.length ?? 0),
      ...strategyVectorOps(db, ownerId, embedder.space, made),
    ]
  })
  if (vectors) return
  throw new MnemeError(
    call.error?.code ?? 'internal',
    call.error?.message ?? 'Embedding was stopped.',
    call.error?.hint,
  )
}
