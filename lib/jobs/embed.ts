import { z } from 'zod'
import { backgroundOf, commitCalls } from '@/lib/agent/step/ledger'
import { isOfflineTurn } from '@/lib/agent/turn-marks'
import type { AgentDeps, Background } from '@/lib/agent/turn-state'
import { sha256 } from '@/lib/db/engine/blobs'
import { changeOps, changesTo } from '@/lib/db/engine/changes'
import { vectorColumn } from '@/lib/db/engine/vector-column'
import {
  countVectors,
  dropBeyond,
  dropOtherDims,
  embeddedTexts,
  lengthOfVectors,
  type VectorRow,
  vectorOps,
} from '@/lib/db/memory/embeddings'
import { fillNearest } from '@/lib/db/memory/nearest'
import type { Job } from '@/lib/db/turns/jobs'
import { type TurnText, textPages, textsById } from '@/lib/db/turns/turn-texts'
import { findTurn, turnOptions } from '@/lib/db/turns/turns'
import { piecesOfTurn } from '@/lib/memory/index/tokens'
import type { Embedder } from '@/lib/model/embed/embedder'
import { thrown } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { endJob, type JobKind, keyOfAttempt } from './kind'

/** With a turn: its pieces. Else everything without a vector of the current model and length. */
const payload = z.object({ turnId: z.string().optional(), dims: z.int().positive().optional() })
type Piece = { turnId: string; unit: number; text: string; textHash: string }

/** Writes each batch as soon as it is embedded, so a killed job continues where it was. */
export const embed: JobKind = {
  name: 'embed',
  alone: true,
  after: (end) => (end.embeds ? keyOfAttempt(end) : null),
  run: embedMissing,
}

async function embedMissing(deps: AgentDeps, job: Job, signal: AbortSignal): Promise<void> {
  const { db, models } = deps
  const { embedder } = models
  const { turnId, dims } = payload.parse(job.payload)
  if (embedder) {
    const work = new Embedding(deps, job.ownerId, embedder, signal)
    if (dims) await db.$transaction([dropOtherDims(db, job.ownerId, embedder.space, dims)])
    if (turnId) {
      await work.turns(await textsById(db, job.ownerId, [turnId]))
      await work.end()
    } else await embedAll(deps, job.ownerId, embedder, work)
  }
  await endJob(deps, job)
}

/** Ends before a page when its model is no longer chosen: nothing more is sent to it. */
async function embedAll(deps: AgentDeps, ownerId: string, { space }: Embedder, work: Embedding) {
  const isChosen = async () => !deps.spaceNow || (await deps.spaceNow()) === space
  for await (const page of textPages(deps.db, ownerId, limits.dense.page)) {
    if (!(await isChosen())) return
    await work.turns(page)
  }
  await work.end()
}

class Embedding {
  private waiting: Piece[] = []

  constructor(
    private readonly deps: AgentDeps,
    private readonly ownerId: string,
    private readonly embedder: Embedder,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Embeds what these turns lack. Turns of the built-in engine get empty vectors: their text must never be
   * sent.
   */
  async turns(turns: TurnText[]): Promise<void> {
    const { db } = this.deps
    const ids = turns.map((turn) => turn.id)
    const known = await embeddedTexts(db, this.ownerId, this.embedder.space, ids)
    const options = await turnOptions(db, this.ownerId, ids)
    const offline = new Set(options.filter(isOfflineTurn).map((turn) => turn.id))
    const pieces = turns.map((turn) => ({ turn, texts: piecesOfTurn(turn) }))
    const lacking = pieces.flatMap(({ turn, texts }) =>
      texts
        .map((text, unit) => ({ turnId: turn.id, unit, text, textHash: sha256(text) }))
        .filter((piece) => known.get(`${turn.id} ${piece.unit}`) !== piece.textHash),
    )
    const counts = pieces.map(({ turn, texts }) => ({ turnId: turn.id, units: texts.length }))
    const over = counts.filter(({ turnId, units }) => known.has(`${turnId} ${units}`))
    if (over.length) await db.$transaction(dropBeyond(db, this.ownerId, over))
    const unsent = lacking.filter((piece) => offline.has(piece.turnId))
    await this.save(unsent.map((piece) => ({ ...piece, vector: new Float32Array(0) })))
    this.waiting.push(...lacking.filter((piece) => !offline.has(piece.turnId)))
    while (this.waiting.length >= limits.dense.batch) await this.batch()
  }

  /** Vectors that will not fit in memory are stored where the database can compare them. */
  async end(): Promise<void> {
    while (this.waiting.length) await this.batch()
    const { deps, ownerId, embedder } = this
    if (!(await vectorColumn(deps.db))) return
    const dims = await lengthOfVectors(deps.db, ownerId, embedder.space)
    const bytes =
      dims * Float32Array.BYTES_PER_ELEMENT * (await countVectors(deps.db, ownerId, embedder.space))
    if (bytes <= limits.dense.maxBytes) return
    await fillNearest(deps.db, ownerId, embedder.space, dims).catch((error: unknown) =>
      deps.log('vectors could not be prepared for search in the database', { ownerId, error: String(error) }),
    )
  }

  private async batch(): Promise<void> {
    const { deps, embedder, ownerId, signal } = this
    const pieces = this.waiting.splice(0, limits.dense.batch)
    const texts = pieces.map((piece) => piece.text)
    const startedAt = deps.runtime.now()
    const { jobTimeoutMs: timeoutMs, jobRetries: retries } = limits.dense
    const call = await embedder.embed(texts, { signal, timeoutMs, retries })
    const { vectors } = call
    const turn = await findTurn(deps.db, ownerId, pieces.at(-1)?.turnId ?? '')
    const record = turn && backgroundOf(deps, turn, embedder, texts, call, startedAt)
    if (!vectors) {
      if (record) await commitCalls(deps, [record])
      throw thrown(call.error ?? { code: 'internal', message: 'Embedding was stopped.' })
    }
    const dims = vectors[0]?.length ?? 0
    await deps.db.$transaction([dropOtherDims(deps.db, ownerId, embedder.space, dims)])
    await this.save(
      pieces.flatMap(({ text: _, ...piece }, i) => {
        const vector = vectors[i]
        return vector ? [{ ...piece, vector }] : []
      }),
      record,
    )
  }

  private async save(rows: VectorRow[], record?: Background | null): Promise<void> {
    const { deps, ownerId, embedder } = this
    if (rows.length === 0) return
    const turnIds = [...new Set(rows.map((row) => row.turnId))]
    const writes = () => [
      ...vectorOps(deps.db, ownerId, embedder.space, rows),
      ...changeOps(deps.db, ownerId, changesTo('embedding', 'put', turnIds)),
    ]
    if (record) await commitCalls(deps, [record], writes)
    else await deps.db.$transaction(writes())
  }
}
