import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { columns, numbers } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { heldAmong, shownSummaries } from '@/lib/db/forget/held'
import { limits } from '@/lib/shared/limits'
import { isThere, THERE } from './context-parts'

/**
 * Rows for the memory graph, without long texts. Every query is grouped or bounded: 10,000 turns are never
 * read one by one.
 */
export type Num = number | bigint
/** A row as it is read: counts come as number or bigint, dates by database. */
type Stored<Row> = {
  [Key in keyof Row]: Key extends 'at' ? unknown : Row[Key] extends number ? Num : Row[Key]
}
const iso = (value: unknown) => new Date(value as string | number | Date).toISOString()
const { labelChars } = limits.graph
/** Bound parameters: SQLite takes 32,766, PostgreSQL 65,535. */
export const inList = (column: Sql, ids: string[]) =>
  ids.length ? sqltag`${column} IN (${join(ids)})` : sqltag`1 = 0`

/** Turns of an owner's conversation; by branch, because that index holds the numbers too. */
const inConversation = (ownerId: string, conversationId: string) =>
  sqltag`"branchId" IN (SELECT b."id" FROM "Branch" b WHERE b."conversationId" = ${conversationId} AND b."ownerId" = ${ownerId})`
/** Turns that were not forgotten; `table` = the name before a column, with its dot. */
export const remembered = (table: Sql) =>
  sqltag`${table}"trashId" IS NULL AND ${table}"status" <> 'forgotten'`
const numbered = (from: number, to: number) => sqltag`"number" >= ${from} AND "number" <= ${to}`

export type LaneRow = { id: string; title: string; turns: number; last: number; tokens: number; at: string }
/** Conversations with their number of turns, newest first. */
export async function laneRows(db: Db, ownerId: string, conversationId?: string): Promise<LaneRow[]> {
  const only = conversationId === undefined ? empty : sqltag` AND c."id" = ${conversationId}`
  const rows = await db.$queryRaw<Stored<LaneRow>[]>`
    SELECT c."id" AS "id", c."title" AS "title", c."updatedAt" AS "at", COUNT(*) AS "turns", MAX(t."number") AS "last", SUM(t."contextTokens") AS "tokens"
    FROM "Conversation" c JOIN "Turn" t ON t."conversationId" = c."id"
    WHERE c."ownerId" = ${ownerId} AND c."trashId" IS NULL AND ${remembered(sqltag`t.`)}${only}
    GROUP BY c."id", c."title", c."updatedAt" ORDER BY c."updatedAt" DESC, c."id"`
  return rows.map((row) => ({ ...row, ...numbers(row, 'turns last tokens'), at: iso(row.at) }))
}

/** Turns of a conversation with numbers `from` to `to`, counted in buckets of `size` numbers. */
export async function bucketRows(
  db: Db,
  ownerId: string,
  conversationId: string,
  from: number,
  to: number,
  size: number,
) {
  const rows = await db.$queryRaw<{ bucket: Num; turns: Num; tokens: Num; at: unknown; until: unknown }[]>`
    SELECT ("number" - 1) / CAST(${size} AS INTEGER) AS "bucket", COUNT(*) AS "turns", SUM("contextTokens") AS "tokens", MIN("createdAt") AS "at", MAX("createdAt") AS "until" FROM "Turn"
    WHERE ${inConversation(ownerId, conversationId)} AND ${numbered(from, to)} AND ${remembered(empty)}
    GROUP BY 1 ORDER BY 1`
  return rows.map((row) => {
    const start = Number(row.bucket) * size
    return {
      from: Math.max(from, start + 1),
      to: Math.min(to, start + size),
      ...numbers(row, 'turns tokens'),
      at: iso(row.at),
      until: iso(row.until),
    }
  })
}

/** When the first and the last turn of whole conversations were. */
export async function datesOf(db: Db, ownerId: string, conversationIds: string[]) {
  if (conversationIds.length === 0) return new Map<string, { at: string; until: string }>()
  const rows = await db.$queryRaw<{ id: string; at: unknown; until: unknown }[]>`
    SELECT "conversationId" AS "id", MIN("createdAt") AS "at", MAX("createdAt") AS "until" FROM "Turn"
    WHERE "ownerId" = ${ownerId} AND ${inList(sqltag`"conversationId"`, conversationIds)} AND ${remembered(empty)}
    GROUP BY "conversationId"`
  return new Map(rows.map((row) => [row.id, { at: iso(row.at), until: iso(row.until) }]))
}

export type TurnNodeRow = {
  id: string
  conversationId: string
  branchId: string
  parentId: string | null
  number: number
  status: string
  label: string
  tokens: number
  at: string
}
export type TurnChoice = { conversationId: string; from: number; to: number } | { ids: string[] }
/** Turns by number or by id, in order. */
export async function turnRows(db: Db, ownerId: string, choices: TurnChoice[]): Promise<TurnNodeRow[]> {
  if (choices.length === 0) return []
  const chosen = choices.map((choice) =>
    'ids' in choice
      ? sqltag`("ownerId" = ${ownerId} AND ${inList(sqltag`"id"`, choice.ids)})`
      : sqltag`(${inConversation(ownerId, choice.conversationId)} AND ${numbered(choice.from, choice.to)})`,
  )
  const rows = await db.$queryRaw<Stored<TurnNodeRow>[]>`
    SELECT "id", "conversationId", "branchId", "parentId", "number", CAST("status" AS TEXT) AS "status", SUBSTR("userText", 1, ${labelChars}) AS "label", "contextTokens" AS "tokens", "createdAt" AS "at"
    FROM "Turn" WHERE ${remembered(empty)} AND (${join(chosen, ' OR ')}) ORDER BY "conversationId", "number", "id"`
  return rows.map((row) => ({ ...row, ...numbers(row, 'number tokens'), at: iso(row.at) }))
}

/** How many turns of a conversation have each number from `from` on, largest number first. */
export async function turnsPerNumber(
  db: Db,
  ownerId: string,
  conversationId: string,
  from: number,
  to: number,
) {
  const kept = { trashId: null, status: { not: 'forgotten' as const } }
  const rows = await db.turn.groupBy({
    by: ['number'],
    where: { ...kept, branch: { ownerId, conversationId }, number: { gte: from, lte: to } },
    _count: { _all: true },
    orderBy: { number: 'desc' },
  })
  return rows.map((row) => ({ number: row.number, turns: row._count._all }))
}

const SUMMARY = columns('id conversationId branchId level fromNumber toNumber text tokens status stale')
type StoredSummary = Prisma.SummaryGetPayload<{ select: typeof SUMMARY }>
const summaryRow = ({ fromNumber, toNumber, text, stale, status, ...row }: StoredSummary) => ({
  ...row,
  from: fromNumber,
  to: toNumber,
  label: text.slice(0, labelChars),
  status: stale ? 'stale' : status,
})

/**
 * Roll-ups of a conversation that reach into a span first, then those of the highest levels and the newest;
 * at most `take`.
 */
export async function rollUpRows(
  db: Db,
  ownerId: string,
  conversationId: string,
  span: { from: number; to: number },
  take: number,
) {
  const where = { ownerId, conversationId, level: { gte: 1 } }
  const orderBy = [{ level: 'desc' as const }, { toNumber: 'desc' as const }, { id: 'asc' as const }]
  const near = { ...where, fromNumber: { lte: span.to }, toNumber: { gte: span.from } }
  const rows = await Promise.all(
    [near, where].map((one) =>
      shownSummaries(db, ownerId, take, (page) =>
        db.summary.findMany({ where: one, select: SUMMARY, orderBy, ...page }),
      ),
    ),
  )
  return [...new Map(rows.flat().map((row) => [row.id, summaryRow(row)])).values()].slice(0, take)
}

export async function rollUpById(db: Db, ownerId: string, id: string) {
  const where = { id, ownerId, level: { gte: 1 } }
  const row = await db.summary.findFirst({ where, select: SUMMARY })
  return row && !(await heldAmong(db, ownerId, 'summary', [id])).has(id) ? summaryRow(row) : null
}

/** Roll-ups of a branch that end with this turn, lowest level first. */
export async function rollUpsEndingAt(db: Db, ownerId: string, branchId: string, toNumber: number) {
  const rows = await db.summary.findMany({
    where: { ...ownedBy(ownerId), branchId, toNumber, level: { gte: 1 } },
    select: columns('id level fromNumber toNumber'),
    orderBy: { level: 'asc' },
  })
  const held = await heldAmong(
    db,
    ownerId,
    'summary',
    rows.map((row) => row.id),
  )
  const shown = rows.filter((row) => !held.has(row.id))
  return shown.map(({ fromNumber: from, toNumber: to, ...row }) => ({ ...row, from, to }))
}

/** Summaries of single turns, by context. */
export async function turnSummaryRows(db: Db, ownerId: string, contextIds: string[]) {
  const where = { ownerId, level: 0, contextId: { in: contextIds } }
  const rows = await db.summary.findMany({ where, select: { ...SUMMARY, contextId: true } })
  return rows.map(({ contextId, ...row }) => ({ ...summaryRow(row), contextId: contextId ?? '' }))
}

export const contextRows = (db: Db, ownerId: string, turnIds: string[]) =>
  db.context.findMany({
    where: {
      ...ownedBy(ownerId),
      ...THERE,
      turnId: { in: turnIds },
    },
    select: columns('id turnId tokens'),
  })

/** When the turn at each place was made. */
export async function datesAt(db: Db, ownerId: string, places: { branchId: string; number: number }[]) {
  if (places.length === 0) return new Map<string, string>()
  const where = { ownerId, OR: places.map(({ branchId, number }) => ({ branchId, number })) }
  const rows = await db.turn.findMany({ where, select: columns('branchId number createdAt') })
  return new Map(rows.map((row) => [`${row.branchId} ${row.number}`, row.createdAt.toISOString()]))
}

/** How much there is in all, of one conversation or of every one. */
export async function memoryTotals(db: Db, ownerId: string, conversationId?: string) {
  // CROSS JOIN keeps SQLite from starting at the other table and fetching every turn by its id.
  const turns = sqltag`${conversationId === undefined ? sqltag`t."ownerId" = ${ownerId}` : inConversation(ownerId, conversationId)} AND ${remembered(sqltag`t.`)}`
  const where = { ownerId, ...(conversationId === undefined ? {} : { conversationId }) }
  const [[row], [file], levels] = await Promise.all([
    db.$queryRaw<{ contexts: Num | null; recalls: Num | null }[]>`
      SELECT SUM((SELECT COUNT(*) FROM "Context" x WHERE x."turnId" = t."id" AND ${isThere(sqltag`x.`)})) AS "contexts", SUM((SELECT COUNT(DISTINCT CASE WHEN h."kind" = 'turn' THEN h."sourceTurnId" ELSE h."refId" END) FROM "Recall" r JOIN "RecallHit" h ON h."recallId" = r."id" WHERE r."turnId" = t."id")) AS "recalls"
      FROM "Turn" t WHERE ${turns}`,
    db.$queryRaw<{ files: Num }[]>`
      SELECT COUNT(*) AS "files" FROM (SELECT DISTINCT t."conversationId", x."path" FROM "Turn" t CROSS JOIN "FileTouch" x WHERE x."turnId" = t."id" AND ${turns}) f`,
    db.summary.groupBy({ by: ['level'], where, _count: { _all: true } }),
  ])
  const all = levels.reduce((sum, row) => sum + row._count._all, 0)
  const summaries = levels.find((row) => row.level === 0)?._count._all ?? 0
  const counted = { ...numbers(row, 'contexts recalls'), ...numbers(file, 'files') }
  return { ...counted, summaries, rollUps: all - summaries }
}
