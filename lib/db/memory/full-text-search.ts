import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import { type Db, onSqlite } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { listed, type SearchState, type Sought, type UnitFilter } from './full-text'

/** Anything else is none of our terms. */
const TERM = /^[a-z0-9]+$/
const checked = ({ text }: Sought) => {
  if (!TERM.test(text)) throw new Error('not a term of the full-text index')
  return text
}
/** Units that hold any of the terms of every group, as each database writes it. */
const fts5 = (groups: Sought[][]) =>
  groups
    .map((terms) => `(${terms.map((term) => `"${checked(term)}"${term.beginning ? '*' : ''}`).join(' OR ')})`)
    .join(' AND ')
const tsquery = (groups: Sought[][]) =>
  groups
    .map((terms) => `(${terms.map((term) => `'${checked(term)}'${term.beginning ? ':*' : ''}`).join(' | ')})`)
    .join(' & ')
const inTerms = (terms: Sought[]) =>
  join(
    terms.map(
      (term) => sqltag`' ' || u."terms" || ' ' LIKE ${`% ${checked(term)}${term.beginning ? '' : ' '}%`}`,
    ),
    ' OR ',
  )

const owned = ({ ownerId, kind }: SearchState) => sqltag`u."ownerId" = ${ownerId} AND u."kind" = ${kind}`
/**
 * Beside something narrower: SQLite, which keeps no statistics, would take an index on owner and kind for
 * that.
 */
const ownedToo = ({ ownerId, kind }: SearchState) =>
  sqltag`NOT u."ownerId" <> ${ownerId} AND NOT u."kind" <> ${kind}`
const within = ({ conversationId, speaker, from, to }: UnitFilter): Sql =>
  sqltag`${conversationId === undefined ? empty : sqltag` AND u."conversationId" = ${conversationId}`}${speaker === undefined ? empty : sqltag` AND u."speaker" = ${speaker}`}${
    from === undefined ? empty : sqltag` AND u."at" >= ${BigInt(Math.ceil(from))}`
  }${to === undefined ? empty : sqltag` AND u."at" <= ${BigInt(Math.floor(to))}`}`
const isOpen = (filter: UnitFilter) => Object.values(filter).every((value) => value === undefined)

/**
 * Of a state's units those that hold a term of every group: table expressions with one column, `id`. Rows are
 * the owner's own by their terms (each begins with the state's number), and by the filter again.
 */
function holding(db: Db, state: SearchState, groups: Sought[][], filter: UnitFilter): Sql {
  if (!onSqlite(db))
    return sqltag`SELECT u."id" FROM "SearchUnit" u WHERE u."vector" @@ ${tsquery(groups)}::tsquery AND ${owned(state)}${within(filter)}`
  if (isOpen(filter))
    return sqltag`SELECT "rowid" AS "id" FROM "SearchTerm" WHERE "SearchTerm" MATCH ${fts5(groups)}`
  return sqltag`SELECT u."id" FROM "SearchTerm" t CROSS JOIN "SearchUnit" u ON u."id" = t."rowid" WHERE t."SearchTerm" MATCH ${fts5(groups)} AND ${ownedToo(state)}${within(filter)}`
}

/**
 * Ids of units that hold a term of every group, the latest `most`, in one row: thousands of rows cost more on
 * their way here than in the database.
 */
export async function unitsHolding(
  db: Db,
  state: SearchState,
  groups: Sought[][],
  filter: Omit<UnitFilter, 'conversationId'>,
  most: number,
): Promise<number[]> {
  const found = holding(db, state, groups, filter)
  const [row] = onSqlite(db)
    ? await db.$queryRaw<
        { ids: string | null }[]
      >`SELECT group_concat("id") AS "ids" FROM (${found} ORDER BY 1 DESC LIMIT ${most})`
    : await db.$queryRaw<
        { ids: string | null }[]
      >`WITH found AS MATERIALIZED (${found}) SELECT string_agg(CAST("id" AS TEXT), ',') AS "ids" FROM (SELECT "id" FROM found ORDER BY "id" DESC LIMIT ${most}) part`
  return row?.ids ? row.ids.split(',').map(Number) : []
}

/**
 * Units of one conversation with the words each holds, as bits by the place of the word. A conversation is
 * small beside an owner, so its rows are read through: that is faster than all matches anywhere, and its
 * commonest words count too.
 */
export async function unitsWithin(
  db: Db,
  state: SearchState,
  words: Sought[][],
  filter: UnitFilter & { conversationId: string },
): Promise<Map<number, number>> {
  if (words.length === 0) return new Map()
  const bits = join(
    words.map(
      (terms, place) => sqltag`(CASE WHEN ${inTerms(terms)} THEN CAST(${2 ** place} AS INTEGER) ELSE 0 END)`,
    ),
    ' + ',
  )
  const found = sqltag`SELECT u."id" AS "id", ${bits} AS "bits" FROM "SearchUnit" u WHERE ${ownedToo(state)}${within(filter)}`
  const [row] = onSqlite(db)
    ? await db.$queryRaw<
        { ids: string | null }[]
      >`SELECT group_concat("id" || ':' || "bits") AS "ids" FROM (${found}) WHERE "bits" > 0`
    : await db.$queryRaw<
        { ids: string | null }[]
      >`SELECT string_agg("id" || ':' || "bits", ',') AS "ids" FROM (${found}) part WHERE "bits" > 0`
  const pairs = row?.ids ? row.ids.split(',').map((pair) => pair.split(':').map(Number)) : []
  return new Map(pairs.map(([id = 0, held = 0]) => [id, held]))
}

/**
 * How many units hold any of these terms: on SQLite the sum over terms, from the index's own vocabulary; on
 * PostgreSQL counted up to `most`, since its statistics take seconds.
 */
export async function frequencyOf(
  db: Db,
  state: SearchState,
  terms: Sought[],
  most: number,
): Promise<number> {
  const isOne = (term: Sought) =>
    term.beginning
      ? sqltag`("term" >= ${checked(term)} AND "term" < ${`${term.text}{`})`
      : sqltag`"term" = ${checked(term)}`
  const counts = onSqlite(db)
    ? await Promise.all(
        terms.map(
          (term) =>
            db.$queryRaw<
              { n: number | bigint | null }[]
            >`SELECT SUM("doc") AS "n" FROM "SearchVocabulary" WHERE ${isOne(term)}`,
        ),
      )
    : [
        await db.$queryRaw<
          { n: number | bigint }[]
        >`SELECT COUNT(*) AS "n" FROM (${holding(db, state, [terms], {})} LIMIT ${most}) part`,
      ]
  return counts.flat().reduce((sum, { n }) => sum + Number(n ?? 0), 0)
}

export type UnitPlace = {
  id: number
  refId: string
  conversationId: string
  branchId: string
  number: number
}
/** Where units stand; those of somebody else are absent. */
export const unitPlaces = (db: Db, state: SearchState, ids: number[]): Promise<UnitPlace[]> =>
  db.$queryRaw<
    UnitPlace[]
  >`SELECT u."id", u."refId", u."conversationId", u."branchId", u."number" FROM "SearchUnit" u
    WHERE u."id" ${listed(db, ids, 'INTEGER')} AND ${ownedToo(state)}`

/** How many units a filter lets through, counted up to `most`. */
export async function countLatest(
  db: Db,
  state: SearchState,
  filter: UnitFilter,
  most: number,
): Promise<number> {
  const mine = filter.conversationId === undefined ? owned(state) : ownedToo(state)
  const [row] = await db.$queryRaw<
    { n: number | bigint }[]
  >`SELECT COUNT(*) AS "n" FROM (SELECT u."id" FROM "SearchUnit" u WHERE ${mine}${within(filter)} LIMIT ${most}) part`
  return Number(row?.n ?? 0)
}

/** The latest units, all of them or those that hold one of the terms. */
export const latestUnits = async (
  db: Db,
  state: SearchState,
  terms: Sought[],
  filter: UnitFilter,
  most: number,
): Promise<UnitPlace[]> =>
  terms.length
    ? db.$queryRaw<
        UnitPlace[]
      >`SELECT u."id", u."refId", u."conversationId", u."branchId", u."number" FROM "SearchUnit" u
        WHERE u."id" IN (${holding(db, state, [terms], filter)}) ORDER BY u."at" DESC LIMIT ${most}`
    : db.$queryRaw<
        UnitPlace[]
      >`SELECT u."id", u."refId", u."conversationId", u."branchId", u."number" FROM "SearchUnit" u
        WHERE ${filter.conversationId === undefined ? owned(state) : ownedToo(state)}${within(filter)} ORDER BY u."at" DESC LIMIT ${most}`

/** Turns of branches whose number is in one of these ranges, both ends included. */
export async function turnsInRanges(
  db: Db,
  ownerId: string,
  ranges: { branchId: string; from: number; to: number }[],
): Promise<string[]> {
  const found: string[] = []
  for (const some of chunks(ranges)) {
    const these = some.map(
      ({ branchId, from, to }) => sqltag`("branchId" = ${branchId} AND "number" BETWEEN ${from} AND ${to})`,
    )
    found.push(
      ...(
        await db.$queryRaw<
          { id: string }[]
        >`SELECT "id" FROM "Turn" WHERE (${join(these, ' OR ')}) AND NOT "ownerId" <> ${ownerId}`
      ).map((row) => row.id),
    )
  }
  return found
}
