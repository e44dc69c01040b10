import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { ownedBy } from '@/lib/db/engine/owned'
import { heldSummaries } from '@/lib/db/forget/held'
import { limits } from '@/lib/shared/limits'

/**
 * Rows for the memory graph, without long texts. Every query is grouped or bounded: 10,000 turns are never
 * read one by one.
 */
export type Num = number | bigint
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
  const rows = await db.$queryRaw<
    { id: string; title: string; turns: Num; last: Num; tokens: Num; at: unknown }[]
  >`
    SELECT c."id" AS "id", c."title" AS "title", c."updatedAt" AS "at", COUNT(*) AS "turns", MAX(t."number") AS "last", SUM(t."contextTokens") AS "tokens"
    FROM "Conversation" c JOIN "Turn" t ON t."conversationId" = c."id"
    WHERE c."ownerId" = ${ownerId} AND c."trashId" IS NULL AND ${remembered(sqltag`t.`)}${only}
    GROUP BY c."id", c."title", c."updatedAt" ORDER BY c."updatedAt" DESC, c."id"`
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    turns: Number(row.turns),
    last: Number(row.last),
    tokens: Number(row.tokens),
    at: iso(row.at),
  }))
}

export type BucketRow = { from: number; to: number; turns: number; tokens: number; at: string }
/** Turns of a conversation with numbers `from` to `to`, counted in buckets of `size` numbers. */
export async function bucketRows(
  db: Db,
  ownerId: string,
  conversationId: string,
  from: number,
  to: number,
  size: number,
): Promise<BucketRow[]> {
  const rows = await db.$queryRaw<{ bucket: Num; turns: Num; tokens: Num; at: unknown }[]>`
    SELECT ("number" - 1) / CAST(${size} AS INTEGER) AS "bucket", COUNT(*) AS "turns", SUM("contextTokens") AS "tokens", MAX("createdAt") AS "at" FROM "Turn"
    WHERE ${inConversation(ownerId, conversationId)} AND ${numbered(from, to)} AND ${remembered(empty)}
    GROUP BY 1 ORDER BY 1`
  return rows.map((row) => {
    const start = Number(row.bucket) * size
    return {
      from: Math.max(from, start + 1),
      to: Math.min(to, start + size),
      turns: Number(row.turns),
      tokens: Number(row.tokens),
      at: iso(row.at),
    }
  })
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
  const rows = await db.$queryRaw<
    (Omit<TurnNodeRow, 'number' | 'tokens' | 'at'> & { number: Num; tokens: Num; at: unknown })[]
  >`
    SELECT "id", "conversationId", "branchId", "parentId", "number", CAST("status" AS TEXT) AS "status", SUBSTR("userText", 1, ${labelChars}) AS "label", "contextTokens" AS "tokens", "createdAt" AS "at"
    FROM "Turn" WHERE ${remembered(empty)} AND (${join(chosen, ' OR ')}) ORDER BY "conversationId", "number", "id"`
  return rows.map((row) => ({
    ...row,
    number: Number(row.number),
    tokens: Number(row.tokens),
    at: iso(row.at),
  }))
}

/** How many turns of a conversation have each number from `from` on, largest number first. */
export async function turnsPerNumber(
  db: Db,
  ownerId: string,
  conversationId: string,
  from: number,
  to: number,
): Promise<{ number: number; turns: number }[]> {
  const rows = await db.turn.groupBy({
    by: ['number'],
    where: {
      branch: { ownerId, conversationId },
      trashId: null,
      status: { not: 'forgotten' },
      number: { gte: from, lte: to },
    },
    _count: { _all: true },
    orderBy: { number: 'desc' },
  })
  return rows.map((row) => ({ number: row.number, turns: row._count._all }))
}

const LIKE_ESCAPE = '!'
/** Ids of turns whose message, answer or summary holds the text (ASCII letters in any case), newest first. */
export async function turnsWithText(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  text: string,
  take: number,
): Promise<string[]> {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, (sign) => LIKE_ESCAPE + sign)}%`
  const holds = (column: Sql) => sqltag`LOWER(${column}) LIKE ${pattern} ESCAPE '!'`
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" AS "id" FROM "Turn" t WHERE t."ownerId" = ${ownerId} AND ${remembered(sqltag`t.`)} AND ${inList(sqltag`t."conversationId"`, conversationIds)}
    AND (${holds(sqltag`t."userText"`)} OR ${holds(sqltag`t."answer"`)} OR EXISTS (SELECT 1 FROM "Summary" s WHERE s."branchId" = t."branchId" AND s."level" = 0 AND s."fromNumber" = t."number" AND ${holds(sqltag`s."text"`)}))
    ORDER BY t."createdAt" DESC, t."id" LIMIT ${take}`
  return rows.map((row) => row.id)
}

export type RollUpNodeRow = {
  id: string
  conversationId: string
  branchId: string
  level: number
  from: number
  to: number
  label: string
  tokens: number
  status: string
  at: string
}
type Stored = {
  id: string
  conversationId: string
  branchId: string
  level: number
  fromNumber: number
  toNumber: number
  text: string
  tokens: number
  status: string
  stale: boolean
}
const SUMMARY = {
  id: true,
  conversationId: true,
  branchId: true,
  level: true,
  fromNumber: true,
  toNumber: true,
  text: true,
  tokens: true,
  status: true,
  stale: true,
} as const
const summaryRow = ({ fromNumber, toNumber, text, stale, status, ...row }: Stored) => ({
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
): Promise<Omit<RollUpNodeRow, 'at'>[]> {
  const where = {
    ownerId,
    conversationId,
    level: { gte: 1 },
    id: { notIn: await heldSummaries(db, ownerId) },
  }
  const orderBy = [{ level: 'desc' as const }, { toNumber: 'desc' as const }, { id: 'asc' as const }]
  const [near, high] = await Promise.all([
    db.summary.findMany({
      where: { ...where, fromNumber: { lte: span.to }, toNumber: { gte: span.from } },
      select: SUMMARY,
      orderBy,
      take,
    }),
    db.summary.findMany({ where, select: SUMMARY, orderBy, take }),
  ])
  return [...new Map([...near, ...high].map((row) => [row.id, summaryRow(row)])).values()].slice(0, take)
}

export async function rollUpById(
  db: Db,
  ownerId: string,
  id: string,
): Promise<Omit<RollUpNodeRow, 'at'> | null> {
  const row = await db.summary.findFirst({
    where: { AND: [{ id, ownerId, level: { gte: 1 } }, { id: { notIn: await heldSummaries(db, ownerId) } }] },
    select: SUMMARY,
  })
  return row ? summaryRow(row) : null
}

/** Summaries of single turns, by context. */
export async function turnSummaryRows(
  db: Db,
  ownerId: string,
  contextIds: string[],
): Promise<(Omit<RollUpNodeRow, 'at'> & { contextId: string })[]> {
  const rows = await db.summary.findMany({
    where: { ownerId, level: 0, contextId: { in: contextIds } },
    select: { ...SUMMARY, contextId: true },
  })
  return rows.map(({ contextId, ...row }) => ({ ...summaryRow(row), contextId: contextId ?? '' }))
}

export type ContextNodeRow = { id: string; turnId: string; tokens: number }
export const contextRows = (db: Db, ownerId: string, turnIds: string[]): Promise<ContextNodeRow[]> =>
  db.context.findMany({
    where: { ...ownedBy(ownerId), turnId: { in: turnIds }, textHash: { not: '' } },
    select: { id: true, turnId: true, tokens: true },
  })

/** When the turn at each place was made. */
export async function datesAt(
  db: Db,
  ownerId: string,
  places: { branchId: string; number: number }[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map()
  const rows = await db.turn.findMany({
    where: { ownerId, OR: places.map(({ branchId, number }) => ({ branchId, number })) },
    select: { branchId: true, number: true, createdAt: true },
  })
  return new Map(rows.map((row) => [`${row.branchId} ${row.number}`, row.createdAt.toISOString()]))
}

/** How much there is in all, of one conversation or of every one. */
export async function memoryTotals(
  db: Db,
  ownerId: string,
  conversationId?: string,
): Promise<{ contexts: number; summaries: number; rollUps: number; files: number; recalls: number }> {
  // CROSS JOIN keeps SQLite from starting at the other table and fetching every turn by its id.
  const turns = sqltag`${conversationId === undefined ? sqltag`t."ownerId" = ${ownerId}` : inConversation(ownerId, conversationId)} AND ${remembered(sqltag`t.`)}`
  const where = { ownerId, ...(conversationId === undefined ? {} : { conversationId }) }
  const [[row], [file], levels] = await Promise.all([
    db.$queryRaw<{ contexts: Num | null; recalls: Num | null }[]>`
      SELECT SUM((SELECT COUNT(*) FROM "Context" x WHERE x."turnId" = t."id" AND x."textHash" <> '')) AS "contexts", SUM((SELECT COUNT(DISTINCT CASE WHEN h."kind" = 'turn' THEN h."sourceTurnId" ELSE h."refId" END) FROM "Recall" r JOIN "RecallHit" h ON h."recallId" = r."id" WHERE r."turnId" = t."id")) AS "recalls"
      FROM "Turn" t WHERE ${turns}`,
    db.$queryRaw<
      { files: Num }[]
    >`SELECT COUNT(*) AS "files" FROM (SELECT DISTINCT t."conversationId", x."path" FROM "Turn" t CROSS JOIN "FileTouch" x WHERE x."turnId" = t."id" AND ${turns}) f`,
    db.summary.groupBy({ by: ['level'], where, _count: { _all: true } }),
  ])
  const summed = (wanted: (level: number) => boolean) =>
    levels.reduce((sum, row) => sum + (wanted(row.level) ? row._count._all : 0), 0)
  return {
    contexts: Number(row?.contexts ?? 0),
    files: Number(file?.files ?? 0),
    recalls: Number(row?.recalls ?? 0),
    summaries: summed((level) => level === 0),
    rollUps: summed((level) => level > 0),
  }
}
