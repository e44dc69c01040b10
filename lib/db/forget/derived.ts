import { join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { columns, inChunks, insertOps, ownedBy } from '@/lib/db/engine/rows'
import { groupBy } from '@/lib/shared/group-by'

/**
 * Every kind of text that is made from several turns. `Provenance` names its sources; with one of them the
 * text goes, or is made again from the others. `refId` is
 * - `summary`: a summary or roll-up
 * - `wording`: a strategy; turns that only confirmed it are of the kind `strategy`, which is no text
 * - `verdict`: the turn that was judged
 * - `fact`: a statement with words that its own message does not say
 */
export const DERIVED = ['summary', 'wording', 'verdict', 'fact'] as const
export type DerivedKind = (typeof DERIVED)[number]
export type Derived = Record<DerivedKind, Set<string>>

/** Writes for a transaction: these turns are sources of a text. */
export const derivedOps = (
  db: Db,
  ownerId: string,
  kind: DerivedKind,
  refId: string,
  turnIds: readonly string[],
): Batch => {
  const rows = [...new Set(turnIds)].map((sourceTurnId) => ({ ownerId, kind, refId, sourceTurnId }))
  return insertOps(db, 'Provenance', rows, sqltag` ON CONFLICT DO NOTHING`)
}

type Row = { kind: string; refId: string }
export function byKind(rows: readonly Row[]): Derived {
  const found: Derived = { summary: new Set(), wording: new Set(), verdict: new Set(), fact: new Set() }
  for (const { kind, refId } of rows) if (kind in found) found[kind as DerivedKind].add(refId)
  return found
}

/** Every text that is made from one of these turns. */
export const derivedFrom = async (db: Db, ownerId: string, turnIds: readonly string[]): Promise<Derived> =>
  byKind(
    await inChunks(turnIds, (ids) =>
      db.provenance.findMany({
        where: { ...ownedBy(ownerId), sourceTurnId: { in: ids } },
        select: columns('kind refId'),
      }),
    ),
  )

/** The turns that each of these texts is made from, apart from those that no longer exist, by its id. */
export async function sourcesOfEach(db: Db, ownerId: string, kind: DerivedKind, refIds: readonly string[]) {
  const rows = await inChunks(
    refIds,
    (ids) => db.$queryRaw<{ ref: string; id: string }[]>`
      SELECT DISTINCT p."refId" AS "ref", t."id" AS "id" FROM "Provenance" p JOIN "Turn" t ON t."id" = p."sourceTurnId"
      WHERE p."kind" = ${kind} AND p."refId" IN (${join(ids)}) AND NOT (p."ownerId" <> ${ownerId})`,
  )
  return new Map([...groupBy(rows, ({ ref }) => ref)].map(([ref, found]) => [ref, found.map(({ id }) => id)]))
}
/** The same of all of them together. */
export const sourcesOf = async (...of: Parameters<typeof sourcesOfEach>): Promise<string[]> => [
  ...new Set([...(await sourcesOfEach(...of)).values()].flat()),
]

/** Whether a text is made from a turn in the trash or one of `readers`. `ref` = the column of its id. */
export const isTrashedSql = (kind: DerivedKind, ref: Sql, readers: readonly string[] = []): Sql => sqltag`
  EXISTS (SELECT 1 FROM "Provenance" p JOIN "Turn" t ON t."id" = p."sourceTurnId"
    WHERE p."kind" = ${kind} AND p."refId" = ${ref} AND (t."trashId" IS NOT NULL
      ${readers.length ? sqltag`OR t."id" IN (${join([...readers])})` : sqltag``}))`

/** Ids of the strategies whose texts are made from one of these turns, or that belong to these conversations. */
export async function strategiesGoing(
  db: Db,
  ownerId: string,
  turnIds: readonly string[],
  conversationIds: readonly string[] = [],
): Promise<string[]> {
  const { wording } = await derivedFrom(db, ownerId, turnIds)
  const find = (where: object) =>
    db.strategy.findMany({ where: { ownerId, ...where }, select: columns('id') })
  const found = await Promise.all([
    inChunks([...wording], (ids) => find({ id: { in: ids } })),
    inChunks(conversationIds, (ids) => find({ conversationId: { in: ids } })),
  ])
  return [...new Set(found.flat().map(({ id }) => id))]
}
