import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import { getBlobs } from '@/lib/db/engine/blobs'
import type { Db, Prisma } from '@/lib/db/engine/client'
import { columns, numbers, ownedBy } from '@/lib/db/engine/rows'
import { STILL_THERE } from '@/lib/db/forget/forget-plan'
import { allTrashed } from '@/lib/db/forget/trash'
import { trashedAmong, trashedFinds, trashedWorkspace } from '@/lib/db/forget/visible'
import type { Turn } from '@/lib/db/generated/sqlite/client'
import { limits } from '@/lib/shared/limits'
import { nodeId } from '@/lib/shared/memory/graph'
import { pick } from '@/lib/shared/pick'
import { THERE } from './context-parts'

/** Rows for the memory graph, without long texts; every query is grouped or bounded. */
export type Num = number | bigint
/** A row as it is read: counts come as number or bigint, dates by database. */
type Stored<Row> = {
  [Key in keyof Row]: Key extends 'at' ? unknown : Row[Key] extends number ? Num : Row[Key]
}
export const iso = (value: unknown) => new Date(value as string | number | Date).toISOString()
const { labelChars } = limits.graph
/** Bound parameters: SQLite takes 32,766, PostgreSQL 65,535. */
export const inList = (column: Sql, ids: string[]) =>
  ids.length ? sqltag`${column} IN (${join(ids)})` : sqltag`1 = 0`

/** Turns that were not forgotten; `table` = the name before a column, with its dot. */
export const remembered = (table: Sql) =>
  sqltag`${table}"trashId" IS NULL AND ${table}"status" <> 'forgotten'`

export type LaneRow = { id: string; title: string; turns: number; last: number; at: string }
/** Conversations with their number of turns, newest first. */
export async function laneRows(db: Db, ownerId: string, conversationId?: string): Promise<LaneRow[]> {
  const only = conversationId === undefined ? empty : sqltag` AND c."id" = ${conversationId}`
  const rows = await db.$queryRaw<Stored<LaneRow>[]>`
    SELECT c."id" AS "id", c."title" AS "title", c."updatedAt" AS "at", COUNT(*) AS "turns", MAX(t."number") AS "last"
    FROM "Conversation" c JOIN "Turn" t ON t."conversationId" = c."id"
    WHERE c."ownerId" = ${ownerId} AND c."trashId" IS NULL AND ${remembered(sqltag`t.`)}${only}
    GROUP BY c."id", c."title", c."updatedAt" ORDER BY c."updatedAt" DESC, c."id"`
  return rows.map((row) => ({ ...row, ...numbers(row, 'turns last'), at: iso(row.at) }))
}

type TurnFields = Pick<Turn, 'id' | 'conversationId' | 'branchId' | 'parentId' | 'number'>
export type TurnNodeRow = TurnFields & { status: string; label: string; tokens: number; at: string }
export async function turnNodeRows(db: Db, ownerId: string, ids: string[]): Promise<TurnNodeRow[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<Stored<TurnNodeRow>[]>`
    SELECT "id", "conversationId", "branchId", "parentId", "number", CAST("status" AS TEXT) AS "status", SUBSTR("userText", 1, ${labelChars}) AS "label", "contextTokens" AS "tokens", "createdAt" AS "at"
    FROM "Turn" WHERE ${remembered(empty)} AND "ownerId" = ${ownerId} AND ${inList(sqltag`"id"`, ids)} ORDER BY "conversationId", "number", "id"`
  return rows.map((row) => ({ ...row, ...numbers(row, 'number tokens'), at: iso(row.at) }))
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

/** Roll-ups that reach into a span of a conversation, those of the highest levels and the newest first. */
export async function rollUpRows(
  db: Db,
  ownerId: string,
  conversationId: string,
  span: { from: number; to: number },
  take: number,
) {
  const where = {
    ...{ ownerId, conversationId, level: { gte: 1 } },
    ...{ fromNumber: { lte: span.to }, toNumber: { gte: span.from } },
  }
  const orderBy = [{ level: 'desc' as const }, { toNumber: 'desc' as const }, { id: 'asc' as const }]
  const ids = (await db.summary.findMany({ where, select: columns('id'), orderBy })).map(({ id }) => id)
  const trashed = await trashedAmong(db, ownerId, 'summary', ids)
  const id = { in: ids.filter((one) => !trashed.has(one)).slice(0, take) }
  return (await db.summary.findMany({ where: { id }, select: SUMMARY, orderBy })).map(summaryRow)
}

export async function rollUpById(db: Db, ownerId: string, id: string) {
  const where = { id, ownerId, level: { gte: 1 } }
  const row = await db.summary.findFirst({ where, select: SUMMARY })
  return row && !(await trashedAmong(db, ownerId, 'summary', [id])).has(id) ? summaryRow(row) : null
}

/** Roll-ups of a branch that end with this turn, lowest level first. */
export async function rollUpsEndingAt(db: Db, ownerId: string, branchId: string, toNumber: number) {
  const rows = await db.summary.findMany({
    where: { ...ownedBy(ownerId), branchId, toNumber, level: { gte: 1 } },
    select: columns('id level fromNumber toNumber'),
    orderBy: { level: 'asc' },
  })
  const ids = rows.map((row) => row.id)
  const trashed = await trashedAmong(db, ownerId, 'summary', ids)
  const shown = rows.filter((row) => !trashed.has(row.id))
  return shown.map(({ fromNumber: from, toNumber: to, ...row }) => ({ ...row, from, to }))
}

export async function turnSummaryRows(db: Db, ownerId: string, contextIds: string[]) {
  const where = { ownerId, level: 0, contextId: { in: contextIds } }
  const rows = await db.summary.findMany({ where, select: { ...SUMMARY, contextId: true } })
  return rows.map(({ contextId, ...row }) => ({ ...summaryRow(row), contextId: contextId ?? '' }))
}

export const contextRows = (db: Db, ownerId: string, turnIds: string[]) =>
  db.context.findMany({
    where: { ...ownedBy(ownerId), ...THERE, turnId: { in: turnIds } },
    select: columns('id turnId tokens'),
  })

export async function datesAt(db: Db, ownerId: string, places: { branchId: string; number: number }[]) {
  if (places.length === 0) return new Map<string, string>()
  const where = { ownerId, OR: places.map(({ branchId, number }) => ({ branchId, number })) }
  const rows = await db.turn.findMany({ where, select: columns('branchId number createdAt') })
  return new Map(rows.map((row) => [`${row.branchId} ${row.number}`, row.createdAt.toISOString()]))
}

/** A recall of turn `to` by turn `from`; `node` = what was found: that turn, or its file or summary. */
export type RecallRow = { from: string; to: string; node: string; score: number }
type StoredRecall = Omit<RecallRow, 'node'> & { kind: string; refId: string; level: Num | null }
/** A file outlives the turn that wrote it; whether it is in the trash itself, `trashedFinds` knows. */
const recallsWhere = (db: Db, ownerId: string, condition: Sql) => db.$queryRaw<StoredRecall[]>`
  SELECT r."turnId" AS "from", h."sourceTurnId" AS "to", h."kind" AS "kind", h."refId" AS "refId",
    CASE WHEN h."kind" = 'summary' THEN (SELECT s."level" FROM "Summary" s WHERE s."id" = h."refId") END AS "level", MAX(h."score") AS "score"
  FROM "Recall" r JOIN "RecallHit" h ON h."recallId" = r."id" JOIN "Turn" a ON a."id" = r."turnId" JOIN "Turn" b ON b."id" = h."sourceTurnId"
  WHERE r."ownerId" = ${ownerId} AND ${remembered(sqltag`a.`)} AND (h."kind" = 'file' OR (${remembered(sqltag`b.`)})) AND ${condition}
  GROUP BY r."turnId", h."sourceTurnId", h."kind", h."refId" ORDER BY 1, 2, 4`

function nodeOf({ kind, refId, level, to }: StoredRecall): string {
  if (kind === 'file') return nodeId('file', refId)
  if (kind !== 'summary' || level === null) return nodeId('turn', to)
  return nodeId(Number(level) > 0 ? 'roll-up' : 'summary', refId)
}

/** Recall links from or to these turns, one per node found. An OR over two tables would scan them. */
export async function recallRows(db: Db, ownerId: string, turnIds: string[]): Promise<RecallRow[]> {
  const [isTrashed, asked, given] = await Promise.all([
    trashedFinds(db, ownerId),
    recallsWhere(db, ownerId, inList(sqltag`r."turnId"`, turnIds)),
    recallsWhere(db, ownerId, inList(sqltag`h."sourceTurnId"`, turnIds)),
  ])
  const rows = [...asked, ...given].filter((row) => !isTrashed(row))
  const pairs = new Map(rows.map((row) => [`${row.from} ${nodeOf(row)}`, row]))
  return [...pairs.values()].map((row) => ({ ...pick(row, 'from to score'), node: nodeOf(row) }))
}

export async function touchRows(db: Db, ownerId: string, turnIds: string[]) {
  const trashed = (await allTrashed(db, ownerId)).flatMap((one) =>
    one.files.flatMap(({ path, hashes }) => hashes.map((hash) => `${path} ${hash}`)),
  )
  const rows = await db.fileTouch.findMany({
    where: { ownerId, turnId: { in: turnIds } },
    select: columns('turnId path op tokens fromHash toHash'),
    orderBy: [{ path: 'asc' }, { turnId: 'asc' }, { op: 'asc' }],
  })
  return rows.flatMap(({ fromHash, toHash, ...row }) =>
    trashed.includes(`${row.path} ${toHash ?? fromHash}`) ? [] : [row],
  )
}

const READABLE = { ...STILL_THERE, conversation: { trashId: null } }

export const turnInFull = (db: Db, ownerId: string, id: string) =>
  db.turn.findFirst({ where: { id, ownerId, ...READABLE } })

/** A summary or roll-up of a conversation that is not in the trash. */
export async function summaryInFull(db: Db, ownerId: string, id: string) {
  const stored = await db.summary.findFirst({ where: { id, ownerId } })
  if (!stored || (await trashedAmong(db, ownerId, 'summary', [id])).has(id)) return null
  const where = { id: stored.conversationId, ownerId, trashId: null }
  return (await db.conversation.count({ where })) > 0 ? stored : null
}

/** What was done to a file of a conversation, on any branch, newest first, at most `take`. */
export async function fileHistory(
  db: Db,
  ownerId: string,
  conversationId: string,
  path: string,
  take: number,
) {
  const trashed = (await trashedWorkspace(db, ownerId, conversationId)).files
    .filter((file) => file.path === path)
    .flatMap((file) => file.hashes)
  const all = await db.fileTouch.findMany({ where: { ownerId, path } })
  const touches = all.filter((touch) => !trashed.includes(touch.toHash ?? touch.fromHash ?? ''))
  const turns = await db.turn.findMany({
    where: { ownerId, conversationId, ...READABLE, id: { in: touches.map((touch) => touch.turnId) } },
    select: columns('id number conversationId createdAt branchId'),
  })
  return turns
    .flatMap((turn) =>
      touches.filter((touch) => touch.turnId === turn.id).map((touch) => ({ ...touch, turn })),
    )
    .sort((a, b) => b.turn.createdAt.getTime() - a.turn.createdAt.getTime() || (a.op < b.op ? -1 : 1))
    .slice(0, take)
}

/** The text of a file version; '' when it was deleted. */
export const storedFileText = async (db: Db, ownerId: string, hash: string | null) =>
  hash ? ((await getBlobs(db, ownerId, [hash])).get(hash) ?? '') : ''
