import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import { inChunks, numbers } from '@/lib/db/engine/rows'
import {
  type NewUnit,
  ownedToo,
  type SearchState,
  type SoughtTerm,
  type UnitFilter,
  valueList,
} from './full-text'

const TERM = /^[a-z0-9]+$/
const checked = ({ text }: SoughtTerm) => {
  if (!TERM.test(text)) throw new Error('not a term of the full-text index')
  return text
}
/** Units that hold any of the terms of every group, as each database writes it. */
const query = (groups: SoughtTerm[][], one: (term: SoughtTerm) => string, or: string, and: string) =>
  groups.map((terms) => `(${terms.map(one).join(or)})`).join(and)
const fts5 = (groups: SoughtTerm[][]) =>
  query(groups, (term) => `"${checked(term)}"${term.beginning ? '*' : ''}`, ' OR ', ' AND ')
const tsquery = (groups: SoughtTerm[][]) =>
  query(groups, (term) => `'${checked(term)}'${term.beginning ? ':*' : ''}`, ' | ', ' & ')
const isIn = (term: SoughtTerm) =>
  sqltag`' ' || u."terms" || ' ' LIKE ${`% ${checked(term)}${term.beginning ? '' : ' '}%`}`

const owned = ({ ownerId, kind }: SearchState) => sqltag`u."ownerId" = ${ownerId} AND u."kind" = ${kind}`
const within = ({ conversationId, speaker, from, to }: UnitFilter): Sql =>
  sqltag`${conversationId === undefined ? empty : sqltag` AND u."conversationId" = ${conversationId}`}${speaker === undefined ? empty : sqltag` AND u."speaker" = ${speaker}`}${
    from === undefined ? empty : sqltag` AND u."at" >= ${BigInt(Math.ceil(from))}`
  }${to === undefined ? empty : sqltag` AND u."at" <= ${BigInt(Math.floor(to))}`}`
const isOpen = (filter: UnitFilter) => Object.values(filter).every((value) => value === undefined)

/** Ids of a state's units that hold a term of every group. Terms begin with the state's number. */
function holding(db: Db, state: SearchState, groups: SoughtTerm[][], filter: UnitFilter): Sql {
  if (!onSqlite(db))
    return sqltag`SELECT u."id" FROM "SearchUnit" u WHERE u."vector" @@ ${tsquery(groups)}::tsquery AND ${owned(state)}${within(filter)}`
  if (isOpen(filter))
    return sqltag`SELECT "rowid" AS "id" FROM "SearchTerm" WHERE "SearchTerm" MATCH ${fts5(groups)}`
  return sqltag`SELECT u."id" FROM "SearchTerm" t CROSS JOIN "SearchUnit" u ON u."id" = t."rowid" WHERE t."SearchTerm" MATCH ${fts5(groups)} AND ${ownedToo(state)}${within(filter)}`
}

/** A list of values in one row: thousands of rows cost more on their way here than in the database. */
type Joined = { list: string | null }
const joinedIds = (db: Db, value: Sql) =>
  onSqlite(db) ? sqltag`group_concat(${value})` : sqltag`string_agg(CAST(${value} AS TEXT), ',')`
const parts = (row: Joined | undefined) => row?.list?.split(',') ?? []

/** Ids of units that hold a term of every group, the latest `most`. */
export async function unitsHolding(
  db: Db,
  state: SearchState,
  groups: SoughtTerm[][],
  filter: Omit<UnitFilter, 'conversationId'>,
  most: number,
): Promise<number[]> {
  const found = holding(db, state, groups, filter)
  const [row] = onSqlite(db)
    ? await db.$queryRaw<Joined[]>`
      SELECT ${joinedIds(db, sqltag`"id"`)} AS "list" FROM (${found} ORDER BY 1 DESC LIMIT ${most})`
    : await db.$queryRaw<Joined[]>`
      WITH found AS MATERIALIZED (${found}) SELECT ${joinedIds(db, sqltag`"id"`)} AS "list" FROM (SELECT "id" FROM found ORDER BY "id" DESC LIMIT ${most}) part`
  return parts(row).map(Number)
}

/** Units of one conversation with the words each holds as bits: its few rows are read through. */
export async function unitsWithin(
  db: Db,
  state: SearchState,
  words: SoughtTerm[][],
  filter: UnitFilter & { conversationId: string },
): Promise<Map<number, number>> {
  if (words.length === 0) return new Map()
  const bit = (terms: SoughtTerm[], place: number) =>
    sqltag`(CASE WHEN ${join(terms.map(isIn), ' OR ')} THEN CAST(${2 ** place} AS INTEGER) ELSE 0 END)`
  const found = sqltag`SELECT u."id" AS "id", ${join(words.map(bit), ' + ')} AS "bits" FROM "SearchUnit" u WHERE ${ownedToo(state)}${within(filter)}`
  const [row] = await db.$queryRaw<Joined[]>`
    SELECT ${joinedIds(db, sqltag`"id" || ':' || "bits"`)} AS "list" FROM (${found}) part WHERE "bits" > 0`
  const pairs = parts(row).map((pair) => pair.split(':').map(Number))
  return new Map(pairs.map(([id = 0, bits = 0]) => [id, bits]))
}

/** Terms counted for a beginning: one letter may begin hundreds of thousands. */
export const MOST_TERMS = 10_000
/** Units that hold any of these terms; on PostgreSQL, whose statistics are slow, counted up to `most`. */
export async function frequencyOf(db: Db, state: SearchState, terms: SoughtTerm[], most: number) {
  if (!onSqlite(db)) return counted(db, holding(db, state, [terms], {}), most)
  const isOne = (term: SoughtTerm) =>
    term.beginning
      ? sqltag`("term" >= ${checked(term)} AND "term" < ${`${term.text}{`})`
      : sqltag`"term" = ${checked(term)}`
  const counts = await Promise.all(
    terms.map(
      (term) => db.$queryRaw<Count[]>`
        SELECT SUM("doc") AS "n" FROM (SELECT "doc" FROM "SearchVocabulary" WHERE ${isOne(term)} LIMIT ${MOST_TERMS}) part`,
    ),
  )
  return counts.flat().reduce((sum, { n }) => sum + Number(n ?? 0), 0)
}

type Count = { n: number | bigint | null }
async function counted(db: Db, units: Sql, most: number): Promise<number> {
  const [row] = await db.$queryRaw<Count[]>`
    SELECT COUNT(*) AS "n" FROM (${units} LIMIT ${most}) part`
  return Number(row?.n ?? 0)
}

export type UnitPlace = Pick<NewUnit, 'refId' | 'conversationId' | 'branchId' | 'number'> & { id: number }
const PLACE = sqltag`u."id", u."refId", u."conversationId", u."branchId", u."number"`
/** Where units are; those of another user are absent. */
export const unitPlaces = (db: Db, state: SearchState, ids: number[]) => db.$queryRaw<UnitPlace[]>`
  SELECT ${PLACE} FROM "SearchUnit" u WHERE u."id" ${valueList(db, ids, 'INTEGER')} AND ${ownedToo(state)}`

const filtered = (state: SearchState, filter: UnitFilter) =>
  sqltag`${filter.conversationId === undefined ? owned(state) : ownedToo(state)}${within(filter)}`
/** How many units pass a filter, counted up to `most`. */
export const countLatest = (db: Db, state: SearchState, filter: UnitFilter, most: number) =>
  counted(db, sqltag`SELECT u."id" FROM "SearchUnit" u WHERE ${filtered(state, filter)}`, most)

/** The latest units, all of them or those that hold one of the terms. */
export function latestUnits(
  db: Db,
  state: SearchState,
  terms: SoughtTerm[],
  filter: UnitFilter,
  most: number,
) {
  const which = terms.length
    ? sqltag`u."id" IN (${holding(db, state, [terms], filter)})`
    : filtered(state, filter)
  return db.$queryRaw<UnitPlace[]>`
    SELECT ${PLACE} FROM "SearchUnit" u WHERE ${which} ORDER BY u."at" DESC LIMIT ${most}`
}

type Range = { branchId: string; from: number; to: number }
/** Turns of branches whose number is in one of these ranges, both ends included. */
export async function turnsInRanges(db: Db, ownerId: string, ranges: Range[]): Promise<string[]> {
  const inRange = ({ branchId, from, to }: Range) =>
    sqltag`("branchId" = ${branchId} AND "number" BETWEEN ${from} AND ${to})`
  const rows = await inChunks(
    ranges,
    (some) => db.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "Turn" WHERE (${join(some.map(inRange), ' OR ')}) AND NOT "ownerId" <> ${ownerId}`,
  )
  return rows.map((row) => row.id)
}

export type UnitRow = Omit<NewUnit, 'speaker' | 'at'>

const ROW = sqltag`u."refId", u."conversationId", u."branchId", u."number", u."stamp", u."length", u."terms", u."place", u."said"`
export type EntrySize = { first: number; last: number; units: number }
/** How many units entries have, and the ids of the first and last, from an index alone. */
export async function entrySizes(db: Db, refIds: string[]): Promise<Map<string, EntrySize>> {
  if (refIds.length === 0) return new Map()
  const rows = await db.$queryRaw<{ refId: string; first: number; last: number; units: number | bigint }[]>`
    SELECT "refId", MIN("id") AS "first", MAX("id") AS "last", COUNT(*) AS "units" FROM "SearchUnit" WHERE "refId" ${valueList(db, refIds)} GROUP BY "refId"`
  return new Map(rows.map((row) => [row.refId, numbers(row, 'first last units')]))
}

/** Units by id, or all of some entries, in order; those of another user are absent. */
export async function unitRows(db: Db, state: SearchState, of: { ids: number[] } | { refIds: string[] }) {
  if (('ids' in of ? of.ids : of.refIds).length === 0) return []
  const which =
    'ids' in of
      ? sqltag`u."id" ${valueList(db, of.ids, 'INTEGER')}`
      : sqltag`u."refId" ${valueList(db, of.refIds)}`
  return db.$queryRaw<UnitRow[]>`
    SELECT ${ROW} FROM "SearchUnit" u WHERE ${which} AND ${ownedToo(state)} ORDER BY u."id"`
}
