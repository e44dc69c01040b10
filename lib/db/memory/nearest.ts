import { empty, join, raw, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { numbers } from '@/lib/db/engine/rows'
import { vectorColumn } from '@/lib/db/engine/vector-column'
import { limits } from '@/lib/shared/limits'
import { TURN_VECTORS, vectorOf } from './embeddings'

export type Nearest = NonNullable<Awaited<ReturnType<typeof nearest>>>
type Near = { turnId: string; unit: number; cosine: number }

const text = (vector: Float32Array) => `[${vector.join(',')}]`
/** Inlining our own number is safe; an expression index serves only the identical expression. */
const near = (dims: number) => raw(`("near"::vector(${Math.trunc(dims)}))`)
const ofSpace = (ownerId: string, model: string, dims: number) =>
  sqltag`"ownerId" = ${ownerId} AND "kind" = ${TURN_VECTORS} AND "model" = ${model} AND "dims" = ${raw(String(Math.trunc(dims)))}`

const HEX = 16 ** 8
/** Hashes of texts below it are about `share` of all, the same at every call. */
const below = (share: number) =>
  share >= 1
    ? 'g'
    : Math.floor(share * HEX)
        .toString(16)
        .padStart(8, '0')

/** The nearest in a space, with a sample's mean and deviation; null where vectors cannot be compared. */
export async function nearest(db: Db, ownerId: string, model: string, vector: Float32Array, take: number) {
  const column = await vectorColumn(db)
  if (!column || vector.length === 0) return null
  const [dims, asked] = [vector.length, text(vector)]
  const rows = sqltag`"Embedding" WHERE ${ofSpace(ownerId, model, dims)} AND "near" IS NOT NULL`
  const [{ known = 0 } = {}] = await db.$queryRaw<{ known: number }[]>`
    SELECT CAST(COUNT(*) AS INTEGER) AS "known" FROM ${rows}`
  const distance = sqltag`${near(dims)} <=> ${asked}::vector`
  const [all] = await db.$queryRaw<{ mean: number | null; deviation: number | null }[]>`
    SELECT AVG(1 - (${distance})) AS "mean", STDDEV_POP(1 - (${distance})) AS "deviation" FROM ${rows} AND "textHash" < ${below(limits.dense.sampled / Math.max(1, known))}`
  const found = await db.$transaction([
    db.$executeRaw`SELECT set_config('hnsw.ef_search', ${String(Math.min(1_000, take))}, true)`,
    ...(column.iterative
      ? [db.$executeRaw`SELECT set_config('hnsw.iterative_scan', 'strict_order', true)`]
      : []),
    db.$queryRaw`SELECT "refId" AS "turnId", "unit" AS "unit", 1 - (${distance}) AS "cosine" FROM ${rows} ORDER BY ${distance} LIMIT ${take}`,
  ])
  return { pieces: found.at(-1) as Near[], known, ...numbers(all, 'mean deviation') }
}

const PAGE = 100
/** Copies an owner's vectors to where the database compares them, and indexes them; again = what is new. */
export async function fillNearest(db: Db, ownerId: string, model: string, dims: number): Promise<void> {
  if (!(await vectorColumn(db))) return
  for (let last: { refId: string; unit: number } | null = null; ; ) {
    const after: typeof empty = last ? sqltag`AND ("refId", "unit") > (${last.refId}, ${last.unit})` : empty
    const rows: { refId: string; unit: number; vector: Uint8Array }[] = await db.$queryRaw`
      SELECT "refId", "unit", "vector" FROM "Embedding" WHERE ${ofSpace(ownerId, model, dims)} AND "near" IS NULL ${after} ORDER BY "refId", "unit" LIMIT ${PAGE}`
    const values = rows.flatMap(({ refId, unit, vector }) => {
      const read = vectorOf(vector, dims)
      return read ? [sqltag`(${refId}, ${unit}::int, ${text(read)})`] : []
    })
    if (values.length)
      await db.$executeRaw`UPDATE "Embedding" e SET "near" = v."near"::vector FROM (VALUES ${join(values)}) AS v("refId", "unit", "near")
        WHERE e."refId" = v."refId" AND e."unit" = v."unit" AND e."kind" = ${TURN_VECTORS} AND e."model" = ${model} AND e."ownerId" = ${ownerId}`
    last = rows.at(-1) ?? null
    if (rows.length < PAGE) break
  }
  const size = Math.trunc(dims)
  if (size > 0 && size <= limits.dense.indexedDims)
    await db.$executeRawUnsafe(
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS "Embedding_near_${size}" ON "Embedding" USING hnsw (("near"::vector(${size})) vector_cosine_ops) WHERE "dims" = ${size}`,
    )
}
