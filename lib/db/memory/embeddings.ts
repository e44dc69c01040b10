import { join, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, numbers, ownedBy } from '@/lib/db/engine/rows'
import { rememberedSql } from '@/lib/db/turns/turn-texts'

/** Vectors of turns: `refId` = the turn's id, `unit` = the number of the piece of its text. */
export const TURN_VECTORS = 'turn'
/** A unit vector of a piece of a turn's text; `model` = the space it belongs to, `textHash` of the piece. */
export type VectorRow = TurnVectors & { textHash: string }
export type TurnVectors = { turnId: string; unit: number; vector: Float32Array }

/** The length of the empty vector of a text that must not be sent to a service. */
export const HELD_BACK = 0

export const bytesOf = (vector: Float32Array) =>
  new Uint8Array(
    vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength),
  ) as Uint8Array<ArrayBuffer>
/** null = the bytes are not those of a vector of this length. */
export function vectorOf(bytes: Uint8Array, dims: number): Float32Array | null {
  if (bytes.byteLength !== dims * Float32Array.BYTES_PER_ELEMENT) return null
  const vector = new Float32Array(new Uint8Array(bytes).buffer)
  return vector.every(Number.isFinite) ? vector : null
}

const inSpace = (ownerId: string, model: string) => ({ ownerId, kind: TURN_VECTORS, model })
const PIECE = columns('refId unit vector')

/** Writes: the vectors of these turns' pieces in a space, replacing earlier ones; deleted turns keep none. */
export function vectorOps(db: Db, ownerId: string, model: string, rows: VectorRow[]): Batch {
  if (rows.length === 0) return []
  const turnIds = [...new Set(rows.map((row) => row.turnId))]
  const space = inSpace(ownerId, model)
  const pieces = rows.map(({ turnId, unit }) => ({ refId: turnId, unit }))
  const data = rows.map(({ turnId, unit, textHash, vector }) => ({
    ...space,
    refId: turnId,
    unit,
    textHash,
    dims: vector.length,
    vector: bytesOf(vector),
  }))
  return [
    db.embedding.deleteMany({ where: { ...space, OR: pieces } }),
    db.embedding.createMany({ data }),
    db.$executeRaw`
      DELETE FROM "Embedding" WHERE "ownerId" = ${ownerId} AND "kind" = ${TURN_VECTORS} AND "refId" IN (${join(turnIds)})
      AND NOT EXISTS (SELECT 1 FROM "Turn" t WHERE t."id" = "Embedding"."refId" AND t."ownerId" = ${ownerId} AND CAST(t."status" AS TEXT) <> 'forgotten')`,
  ]
}

/** The write that takes out vectors of a space that have another length than `dims`. */
export const dropOtherDims = (db: Db, ownerId: string, model: string, dims: number) =>
  db.embedding.deleteMany({ where: { ...inSpace(ownerId, model), dims: { notIn: [dims, HELD_BACK] } } })

/** Writes for a transaction: removes pieces that a turn's earlier, longer text left. */
export function dropBeyond(db: Db, ownerId: string, turns: { turnId: string; units: number }[]): Batch {
  if (turns.length === 0) return []
  const beyond = turns.map(({ turnId, units }) => ({ refId: turnId, unit: { gte: units } }))
  return [db.embedding.deleteMany({ where: { ownerId, kind: TURN_VECTORS, OR: beyond } })]
}

/** Hashes of the texts that have a vector in a space, by `TURN UNIT`. */
export async function embeddedTexts(db: Db, ownerId: string, model: string, turnIds: string[]) {
  const where = { ...ownedBy(ownerId), kind: TURN_VECTORS, model, refId: { in: turnIds } }
  const rows = await db.embedding.findMany({ where, select: columns('refId unit textHash') })
  return new Map(rows.map((row) => [`${row.refId} ${row.unit}`, row.textHash]))
}

/** Pieces of remembered turns that have a vector in a space, and how many of them are withheld. */
export async function countEmbedded(db: Db, ownerId: string, model: string) {
  const [row] = await db.$queryRaw<{ all: number; heldBack: number | null }[]>`
    SELECT COUNT(*) AS "all", SUM(CASE WHEN e."dims" = ${HELD_BACK} THEN 1 ELSE 0 END) AS "heldBack"
    FROM "Embedding" e JOIN "Turn" t ON t."id" = e."refId" JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE e."ownerId" = ${ownerId} AND e."kind" = ${TURN_VECTORS} AND e."model" = ${model}
      AND ${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL`
  return numbers(row, 'all heldBack')
}
/** All stored vectors of a space, also those of turns in the trash. */
export const countVectors = (db: Db, ownerId: string, model: string) =>
  db.embedding.count({ where: inSpace(ownerId, model) })

/** The length of a space's vectors; 0 when there are none. */
export async function lengthOfVectors(db: Db, ownerId: string, model: string): Promise<number> {
  const where = { ...inSpace(ownerId, model), dims: { gt: HELD_BACK } }
  return (await db.embedding.findFirst({ where, select: { dims: true } }))?.dims ?? 0
}

/** One keyset page of a space's vectors of one length, and where the next begins; null = it was the last. */
export async function vectorPage(
  db: Db,
  ownerId: string,
  model: string,
  dims: number,
  after: { turnId: string; unit: number } | null,
  take: number,
) {
  const rows = await db.embedding.findMany({
    where: {
      ...inSpace(ownerId, model),
      dims,
      ...(after && {
        refId: { gte: after.turnId },
        OR: [{ refId: { gt: after.turnId } }, { refId: after.turnId, unit: { gt: after.unit } }],
      }),
    },
    select: PIECE,
    orderBy: [{ refId: 'asc' }, { unit: 'asc' }],
    take,
  })
  const last = rows.at(-1)
  return {
    vectors: rows.flatMap((row) => read(row, dims)),
    next: last && rows.length === take ? { turnId: last.refId, unit: last.unit } : null,
  }
}

export async function vectorsOfTurns(
  db: Db,
  ownerId: string,
  model: string,
  dims: number,
  turnIds: string[],
): Promise<TurnVectors[]> {
  const where = { ...ownedBy(ownerId), kind: TURN_VECTORS, model, dims, refId: { in: turnIds } }
  return (await db.embedding.findMany({ where, select: PIECE })).flatMap((row) => read(row, dims))
}

function read(row: { refId: string; unit: number; vector: Uint8Array }, dims: number): TurnVectors[] {
  const vector = vectorOf(row.vector, dims)
  return vector ? [{ turnId: row.refId, unit: row.unit, vector }] : []
}

/** Whether a job of a kind (whose key begins so) is waiting or at work, and the last one's failure. */
export async function jobState(db: Db, ownerId: string, kind: string, key = '') {
  const job = { ownerId, kind, key: { startsWith: key } }
  const busy = await db.job.count({ where: { ...job, status: { in: ['waiting', 'running'] } } })
  const failed = await db.job.findFirst({
    where: { ...job, status: { in: ['failed', 'waiting'] } },
    orderBy: { runAfter: 'desc' },
    select: { error: true },
  })
  return { busy: busy > 0, error: failed?.error ?? null }
}
