import { empty, join, raw, type Sql, sqltag } from '@prisma/client/runtime/client'
import { type Batch, type Db, onSqlite } from '@/lib/db/engine/client'
import { bulkInsertOps, inChunks, numbers } from '@/lib/db/engine/rows'
import { breath } from '@/lib/shared/breath'

/**
 * `at` in milliseconds; `length` = terms of the unit, `terms` = all of them, parted by blanks; `stamp` = what
 * the text of the entry is known by; `place` = where the unit is in the text, `said` = with the first unit of
 * an entry its messages (`lib/memory/index/tokens.ts`).
 */
export type NewUnit = {
  refId: string
  conversationId: string
  branchId: string
  number: number
  stamp: string | null
  speaker: string
  at: number
  length: number
  terms: string
  place: string
  said: string
}
/** Which units count; times in milliseconds, both included. */
export type UnitFilter = { conversationId?: string; speaker?: string; from?: number; to?: number }
/** Units that hold a term that is `text`, or begins with it. */
export type SoughtTerm = { text: string; beginning?: boolean }

/**
 * Full-text search in the database, for owners with more units than fit in RAM. `SearchUnit` is no Prisma
 * model: SQLite indexes its `terms` by triggers (FTS5), PostgreSQL by a GIN index over `vector`. Terms
 * consist of a-z and 0-9 (`index/tokens.ts`), so neither database parses or stems anything and no text acts
 * as syntax.
 */
export type SearchState = NonNullable<Awaited<ReturnType<typeof searchState>>>
export const searchState = (db: Db, ownerId: string, kind: string) =>
  db.searchState.findUnique({ where: { ownerId_kind: { ownerId, kind } } })

/** The state as it is, made new where there is none. */
export const openSearchState = (
  db: Db,
  ownerId: string,
  kind: string,
  fresh: Pick<SearchState, 'format' | 'rev'>,
): Promise<SearchState> =>
  db.searchState.upsert({
    where: { ownerId_kind: { ownerId, kind } },
    create: { ownerId, kind, ...fresh },
    update: {},
  })

/** Fails if another process wrote since. Raw, or Prisma would keep the transaction's plan with its texts. */
export const changeStateOp = (
  db: Db,
  state: SearchState,
  data: Partial<Pick<SearchState, 'format' | 'rev' | 'filled' | 'units' | 'terms'>>,
) => {
  const { id, version, format, rev, filled } = { ...state, ...data }
  const counts =
    data.units === undefined ? empty : sqltag`, "units" = ${data.units}, "terms" = ${data.terms ?? 0}`
  return db.$executeRaw`UPDATE "SearchState" SET "version" = CASE WHEN "version" = ${version} THEN "version" + 1 ELSE NULL END, "format" = ${format}, "rev" = ${rev}, "filled" = ${filled}${counts}
    WHERE "id" = ${id}`
}

/** A column's values as one parameter: one prepared statement for all lengths. */
export const valueList = (db: Db, values: readonly (string | number)[], as: 'TEXT' | 'INTEGER' = 'TEXT') => {
  const list = JSON.stringify(values)
  // PostgreSQL looks an array up in an index; a list of unknown length it joins with the whole table.
  return onSqlite(db)
    ? sqltag`IN (SELECT "value" FROM json_each(${list}))`
    : sqltag`= ANY(ARRAY(SELECT CAST(json_array_elements_text(CAST(${list} AS JSON)) AS ${raw(as)})))`
}

/** Next to a narrower condition: SQLite keeps no statistics and would choose an index on owner and kind. */
export const ownedToo = ({ ownerId, kind }: SearchState) =>
  sqltag`NOT u."ownerId" <> ${ownerId} AND NOT u."kind" <> ${kind}`

/** Entries by id, of one kind or of any, or those of a conversation. */
type Gone = { refIds: string[]; kind?: string } | { conversationId: string; kinds: string[] }
/** Removes units and subtracts them from the stored counts, as counted when the transaction runs. */
export function removeUnitsOps(db: Db, ownerId: string, gone: Gone): Batch {
  if ('refIds' in gone && gone.refIds.length === 0) return []
  const [which, kinds] =
    'refIds' in gone
      ? [sqltag`u."refId" ${valueList(db, gone.refIds)}`, gone.kind === undefined ? [] : [gone.kind]]
      : [sqltag`u."conversationId" = ${gone.conversationId}`, gone.kinds]
  const ofKinds = (column: Sql) => (kinds.length ? sqltag`AND ${column} IN (${join(kinds)})` : empty)
  const counted = (value: Sql) =>
    sqltag`(SELECT ${value} FROM "SearchUnit" u WHERE ${which} AND NOT u."ownerId" <> ${ownerId} AND NOT u."kind" <> "SearchState"."kind")`
  return [
    db.$executeRaw`UPDATE "SearchState" SET "units" = "units" - ${counted(sqltag`COUNT(*)`)}, "terms" = "terms" - ${counted(sqltag`COALESCE(SUM(u."length"), 0)`)}
      WHERE "ownerId" = ${ownerId} ${ofKinds(sqltag`"kind"`)}`,
    db.$executeRaw`DELETE FROM "SearchUnit" AS u WHERE ${which} AND NOT u."ownerId" <> ${ownerId} ${ofKinds(sqltag`u."kind"`)}`,
  ]
}

export function addUnitsOps(db: Db, { ownerId, kind }: SearchState, units: NewUnit[]): Batch {
  if (units.length === 0) return []
  const terms = units.reduce((sum, unit) => sum + unit.length, 0)
  const rows = units.map((unit) => ({ ownerId, kind, ...unit, at: BigInt(unit.at) }))
  return [
    ...bulkInsertOps(db, 'SearchUnit', rows),
    db.$executeRaw`UPDATE "SearchState" SET "units" = "units" + ${units.length}, "terms" = "terms" + ${terms} WHERE "ownerId" = ${ownerId} AND "kind" = ${kind}`,
  ]
}

/** Deletes up to `most` units. @returns whether there may be more. */
export async function clearSome(db: Db, { ownerId, kind }: SearchState, most: number): Promise<boolean> {
  const gone =
    await db.$executeRaw`DELETE FROM "SearchUnit" WHERE "id" IN (SELECT "id" FROM "SearchUnit" WHERE "ownerId" = ${ownerId} AND "kind" = ${kind} LIMIT ${most})`
  return gone > 0
}

/** How many units a state really has, or those of one conversation. */
export async function countUnits(db: Db, state: SearchState, conversationId?: string) {
  const which =
    conversationId === undefined
      ? sqltag`u."ownerId" = ${state.ownerId} AND u."kind" = ${state.kind}`
      : sqltag`u."conversationId" = ${conversationId} AND ${ownedToo(state)}`
  const [row] = await db.$queryRaw<{ units: number | bigint; terms: number | bigint | null }[]>`
    SELECT COUNT(*) AS "units", CAST(SUM("length") AS BIGINT) AS "terms" FROM "SearchUnit" u WHERE ${which}`
  return numbers(row, 'units terms')
}

/** Entries there are, with their stamps: those of some conversations, or some of these. */
export async function indexedEntries(
  db: Db,
  state: SearchState,
  of: { conversationIds: string[] } | { refIds: string[] },
): Promise<Map<string, string | null>> {
  const [column, values] =
    'refIds' in of ? [sqltag`"refId"`, of.refIds] : [sqltag`"conversationId"`, of.conversationIds]
  if (values.length === 0) return new Map()
  const rows = await db.$queryRaw<{ refId: string; stamp: string | null }[]>`
    SELECT DISTINCT "refId", "stamp" FROM "SearchUnit" u WHERE ${column} ${valueList(db, values)} AND ${ownedToo(state)}`
  return new Map(rows.map(({ refId, stamp }) => [refId, stamp]))
}

type EntryPlace = { conversationId: string; branchId: string; to: number }
export async function entriesAt(db: Db, state: SearchState, places: EntryPlace[]): Promise<string[]> {
  const isAt = ({ conversationId, branchId, to }: EntryPlace) =>
    sqltag`("conversationId" = ${conversationId} AND "branchId" = ${branchId} AND "number" = ${to})`
  const rows = await inChunks(
    places,
    (some) => db.$queryRaw<{ refId: string }[]>`
      SELECT DISTINCT "refId" FROM "SearchUnit" u WHERE (${join(some.map(isAt), ' OR ')}) AND ${ownedToo(state)}`,
  )
  return rows.map((row) => row.refId)
}

/** Whether a unit, of a conversation or of any, refers to something deleted. */
export async function unitsLeft(db: Db, ownerId: string, conversationId: string | null): Promise<boolean> {
  const left = await db.$queryRaw<{ found: number | bigint }[]>`
    SELECT 1 AS "found" FROM "SearchUnit" u WHERE u."ownerId" = ${ownerId} ${conversationId === null ? empty : sqltag`AND u."conversationId" = ${conversationId}`} AND (
      (u."kind" = 'message' AND NOT EXISTS (SELECT 1 FROM "Turn" t WHERE t."id" = u."refId" AND t."status" <> 'forgotten'))
      OR (u."kind" = 'summary' AND NOT EXISTS (SELECT 1 FROM "Summary" s WHERE s."id" = u."refId" AND s."text" <> ''))
    ) LIMIT 1`
  return left.length > 0
}

/** Run after adding many units: PostgreSQL plans by table statistics that it rarely refreshes. */
export const analyzeUnits = async (db: Db): Promise<unknown> =>
  onSqlite(db) ? null : db.$executeRaw`ANALYZE "SearchUnit"`

const WORK = 500
/**
 * Takes terms of deleted units out of SQLite's full-text index, piece by piece: until its pieces are merged
 * it keeps them with a deletion mark. FTS5's own secure-delete costs 8 ms a turn at 50,000 turns.
 */
export async function mergeTerms(db: Db): Promise<void> {
  if (!onSqlite(db)) return
  const step = (pages: number) =>
    db.$executeRaw`INSERT INTO "SearchTerm"("SearchTerm", "rank") VALUES ('merge', ${pages})`
  const size = async () =>
    Number((await db.$queryRaw<{ n: number | bigint }[]>`SELECT total_changes() AS "n"`)[0]?.n ?? 0)
  let [before, pages] = [await size(), -WORK]
  for (;;) {
    await step(pages)
    const now = await size()
    // A step that had work to do writes more than its own row.
    if (now - before < 2) return
    before = now
    pages = WORK
    await breath()
  }
}
