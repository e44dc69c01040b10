import { z } from 'zod'
import { sha256 } from '@/lib/db/blobs'
import { changeOps, memoryRev } from '@/lib/db/changes'
import type { Db } from '@/lib/db/client'
import {
  countVectors,
  dropBeyond,
  dropOtherDims,
  embeddedTexts,
  jobState,
  lengthOfVectors,
  type VectorRow,
  vectorOps,
} from '@/lib/db/embeddings'
import { finishJobOps, jobOps } from '@/lib/db/jobs'
import { fillNearest } from '@/lib/db/nearest'
import { type TurnText, textPage, textsById } from '@/lib/db/turn-texts'
import { findTurn, turnOptions } from '@/lib/db/turns'
import { vectorColumn } from '@/lib/db/vector-column'
import { piecesOfTurn } from '@/lib/memory/pieces'
import type { Embedded, Embedder } from '@/lib/model/embed'
import { MnemeError } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Runtime } from '@/lib/shared/runtime'
import { type Background, commitCall } from './background-step'
import type { RunJob } from './jobs'
import { isPlayedHere } from './played-here'
import type { AgentDeps } from './turn-state'

/** With a turn: its pieces. Without: everything that has no vector in the present space, or one of another length than `dims`. */
const payload = z.object({ turnId: z.string().optional(), dims: z.int().positive().optional() })
type Piece = { turnId: string; unit: number; text: string; textHash: string }

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

/** Embeds batch by batch; each is written when it is there, so that a killed job goes on where it was. */
export const embedJob: RunJob = async (deps, job, signal) => {
  const { db, models } = deps
  const { embedder } = models
  const { turnId, dims } = payload.parse(job.payload)
  if (embedder) {
    const work = new Embedding(deps, job.ownerId, embedder, signal)
    if (dims) await db.$transaction([dropOtherDims(db, job.ownerId, embedder.space, dims)])
    if (turnId) await work.turns(await textsById(db, job.ownerId, [turnId]))
    else
      for (let last: TurnText | null = null; ; ) {
        const page: TurnText[] = await textPage(db, job.ownerId, last, limits.dense.page)
        await work.turns(page)
        last = page.at(-1) ?? null
        if (page.length < limits.dense.page) break
      }
    await work.end()
    await work.hand()
  }
  await db.$transaction(finishJobOps(db, job))
}

class Embedding {
  private waiting: Piece[] = []

  constructor(
    private readonly deps: AgentDeps,
    private readonly ownerId: string,
    private readonly embedder: Embedder,
    private readonly signal: AbortSignal,
  ) {}

  /** Takes up what these turns lack; turns that are played here alone get empty vectors, so that nothing of them is sent. */
  async turns(turns: TurnText[]): Promise<void> {
    const { db } = this.deps
    const ids = turns.map((turn) => turn.id)
    const known = await embeddedTexts(db, this.ownerId, this.embedder.space, ids)
    const kept = new Set(
      (await turnOptions(db, this.ownerId, ids)).filter(isPlayedHere).map((turn) => turn.id),
    )
    const pieces = turns.map((turn) => ({ turn, texts: piecesOfTurn(turn) }))
    const lacking = pieces.flatMap(({ turn, texts }) =>
      texts
        .map((text, unit) => ({ turnId: turn.id, unit, text, textHash: sha256(text) }))
        .filter((piece) => known.get(`${turn.id} ${piece.unit}`) !== piece.textHash),
    )
    const counts = pieces.map(({ turn, texts }) => ({ turnId: turn.id, units: texts.length }))
    const over = counts.filter(({ turnId, units }) => known.has(`${turnId} ${units}`))
    if (over.length) await db.$transaction(dropBeyond(db, this.ownerId, over))
    await this.save(
      lacking
        .filter((piece) => kept.has(piece.turnId))
        .map((piece) => ({ ...piece, vector: new Float32Array(0) })),
    )
    this.waiting.push(...lacking.filter((piece) => !kept.has(piece.turnId)))
    while (this.waiting.length >= limits.dense.batch) await this.batch()
  }

  async end(): Promise<void> {
    while (this.waiting.length) await this.batch()
  }

  /** Vectors that memory will not hold go where the database can compare them. */
  async hand(): Promise<void> {
    const { deps, ownerId, embedder } = this
    if (!(await vectorColumn(deps.db))) return
    const dims = await lengthOfVectors(deps.db, ownerId, embedder.space)
    const bytes =
      dims * Float32Array.BYTES_PER_ELEMENT * (await countVectors(deps.db, ownerId, embedder.space))
    if (bytes <= limits.dense.maxBytes) return
    await fillNearest(deps.db, ownerId, embedder.space, dims).catch((error: unknown) =>
      deps.log('vectors could not be made comparable in the database', { ownerId, error: String(error) }),
    )
  }

  private async batch(): Promise<void> {
    const { deps, embedder, ownerId, signal } = this
    const pieces = this.waiting.splice(0, limits.dense.batch)
    const texts = pieces.map((piece) => piece.text)
    const startedAt = deps.runtime.now()
    const call = await embedder.embed(texts, {
      signal,
      timeoutMs: limits.dense.jobTimeoutMs,
      retries: limits.dense.jobRetries,
    })
    const { vectors } = call
    const turn = await findTurn(deps.db, ownerId, pieces.at(-1)?.turnId ?? '')
    const record = turn && backgroundOf(deps, turn, embedder, texts, call, startedAt)
    if (!vectors) {
      if (record) await commitCall(deps, record)
      throw new MnemeError(
        call.error?.code ?? 'internal',
        call.error?.message ?? 'Embedding was stopped.',
        call.error?.hint,
      )
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
    const writes = () => [
      ...vectorOps(deps.db, ownerId, embedder.space, rows),
      ...changeOps(
        deps.db,
        ownerId,
        [...new Set(rows.map((row) => row.turnId))].map((refId) => ({
          kind: 'embedding' as const,
          refId,
          op: 'put' as const,
        })),
      ),
    ]
    if (record) await commitCall(deps, record, writes)
    else await deps.db.$transaction(writes())
  }
}

/** The ledger's entry of an embedding call. The texts are the turns' own and are not kept a second time: what is forgotten there is forgotten here. */
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
