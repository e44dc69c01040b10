import { join, sqltag } from '@prisma/client/runtime/client'
import { sha256 } from '@/lib/db/engine/blobs'
import { changeOps } from '@/lib/db/engine/changes'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { bytesOf, HELD_BACK, vectorOf } from '@/lib/db/memory/embeddings'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { strategyIds } from './strategies'

const KIND = 'strategy'
const TEXT = columns('title description content query')
type Told = Record<'title' | 'description' | 'content' | 'query', string>
/** What retrieval knows a strategy by, in words and in meaning. */
export const strategyText = ({ title, description, content, query }: Told) =>
  [title, description, content, query].join('\n')

/**
 * A strategy without a vector. A vector counts for one version alone, since the text may change while it is
 * made. `sources` = the turns that its text is made from.
 */
export type Unembedded = { id: string; version: number; text: string; sources: string[] }

/** Strategies that prompts may show and that have no vector in a space, by id. */
export async function unembedded(
  db: Db,
  ownerId: string,
  space: string,
  last: string,
  take: number,
): Promise<Unembedded[]> {
  const which = sqltag`s."id" > ${last} AND s."status" IN ('active', 'quarantined')
    AND s."mergedIntoId" IS NULL AND NOT EXISTS (SELECT 1 FROM "Embedding" e
      WHERE e."kind" = ${KIND} AND e."refId" = s."id" AND e."unit" = 0 AND e."model" = ${space})`
  const ids = await strategyIds(db, ownerId, which, sqltag`ORDER BY s."id" LIMIT ${take}`)
  const [rows, sources] = await Promise.all([
    db.strategy.findMany({
      where: { ownerId, id: { in: ids } },
      select: { ...TEXT, ...columns('id version') },
      orderBy: { id: 'asc' },
    }),
    db.provenance.findMany({ where: { ownerId, kind: 'wording', refId: { in: ids } } }),
  ])
  return rows.map(({ id, version, ...told }) => ({
    id,
    version,
    text: strategyText(told),
    sources: sources.filter(({ refId }) => refId === id).map(({ sourceTurnId }) => sourceTurnId),
  }))
}

/**
 * Writes for a transaction: vectors of strategies in a space, an empty one for a text that no service may
 * see. One that was changed or forgotten since it was read keeps none.
 */
export function strategyVectorOps(
  db: Db,
  ownerId: string,
  space: string,
  rows: readonly (Unembedded & { vector: Float32Array })[],
): Batch {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const read = join(
    rows.map(({ id, version }) => sqltag`(s."id" = ${id} AND s."version" = ${version})`),
    ' OR ',
  )
  return [
    db.embedding.deleteMany({ where: { ownerId, kind: KIND, model: space, refId: { in: ids } } }),
    db.embedding.createMany({
      data: rows.map(({ id: refId, text, vector }) => ({
        ...{ ownerId, kind: KIND, refId, unit: 0, model: space, textHash: sha256(text) },
        dims: vector.length,
        vector: bytesOf(vector),
      })),
    }),
    db.$executeRaw`
      DELETE FROM "Embedding" WHERE "ownerId" = ${ownerId} AND "kind" = ${KIND} AND "model" = ${space} AND "refId" IN (${join(ids)})
      AND NOT EXISTS (SELECT 1 FROM "Strategy" s WHERE s."id" = "Embedding"."refId" AND s."ownerId" = ${ownerId} AND (${read}))`,
    ...changeOps(
      db,
      ownerId,
      ids.map((refId) => ({ kind: 'strategy', refId, op: 'put' })),
    ),
  ]
}

/** The write that takes out a space's vectors of strategies that have another length. */
export const dropOtherLengths = (db: Db, ownerId: string, space: string, dims: number) =>
  db.embedding.deleteMany({
    where: { ownerId, kind: KIND, model: space, dims: { notIn: [dims, HELD_BACK] } },
  })

/** Writes for a transaction: these strategies have another text, or none, so their vectors go. */
export const dropVectorsOf = (db: Db, ownerId: string, ids: string[]): Batch =>
  ids.length ? [db.embedding.deleteMany({ where: { ownerId, kind: KIND, refId: { in: ids } } })] : []

/** A strategy's vector; empty = its text must not be sent. */
export type StrategyVector = { id: string; vector: Float32Array }
type Where = { db: Db; ownerId: string; space: string }

export const countStrategyVectors = ({ db, ownerId, space }: Where) =>
  db.embedding.count({ where: { ownerId, kind: KIND, model: space } })

/** An owner's vectors in a space, in keyset pages. */
export async function* strategyVectorPages({ db, ownerId, space }: Where): AsyncGenerator<StrategyVector[]> {
  for (let last = ''; ; ) {
    const rows = await db.embedding.findMany({
      where: { ownerId, kind: KIND, model: space, refId: { gt: last } },
      select: columns('refId dims vector'),
      orderBy: { refId: 'asc' },
      take: limitsOfRetrieval.pageRows,
    })
    yield rows.flatMap(read)
    const end = rows.at(-1)
    if (!end || rows.length < limitsOfRetrieval.pageRows) return
    last = end.refId
  }
}

export const strategyVectorsOf = async (
  { db, ownerId, space }: Where,
  ids: string[],
): Promise<StrategyVector[]> =>
  (
    await db.embedding.findMany({
      where: { ownerId, kind: KIND, model: space, refId: { in: ids } },
      select: columns('refId dims vector'),
    })
  ).flatMap(read)

function read({ refId: id, dims, vector: bytes }: { refId: string; dims: number; vector: Uint8Array }) {
  const vector = vectorOf(bytes, dims)
  return vector ? [{ id, vector }] : []
}
