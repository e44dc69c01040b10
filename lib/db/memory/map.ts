import { empty, join, type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { chunks, columns, inChunks, numbers } from '@/lib/db/engine/rows'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import { notFound } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { type Calendar, type WeekRow, weekAt } from '@/lib/shared/memory/calendar'
import { type GraphPosition, parseNodeId } from '@/lib/shared/memory/graph'
import { type Bundle, type BundledRecall, OTHER_TOPIC } from '@/lib/shared/memory/map'
import { inList, iso, type Num, remembered } from './graph'

/** How many answers recalled something, and when last. An answer may recall it for several of its prompts. */
export type Warmth = { recalls: number; recalledAt: string }
type StoredWarmth = { id: string; recalls: Num; recalledAt: unknown }

/** A recall of `h` by a turn `a` that memory shows. */
const RECALLED = sqltag`"RecallHit" h JOIN "Recall" r ON r."id" = h."recallId" JOIN "Turn" a ON a."id" = r."turnId"`

/** Warmth of turns; turns that nothing recalled are left out. */
export async function warmthOfTurns(db: Db, ownerId: string, turnIds: string[]) {
  const rows = await inChunks(
    turnIds,
    (ids) => db.$queryRaw<StoredWarmth[]>`
      SELECT h."sourceTurnId" AS "id", COUNT(DISTINCT a."id") AS "recalls", MAX(a."createdAt") AS "recalledAt" FROM ${RECALLED}
      WHERE ${inList(sqltag`h."sourceTurnId"`, ids)} AND h."kind" <> 'file' AND r."ownerId" = ${ownerId} AND ${remembered(sqltag`a.`)}
      GROUP BY h."sourceTurnId"`,
    500,
  )
  return new Map(
    rows.map((row) => [row.id, { recalls: Number(row.recalls), recalledAt: iso(row.recalledAt) }]),
  )
}

/** How many turns of a conversation recalled turns of another (`to`) or the same. */
export type Ribbon = { from: string; to: string; count: number; at: string }

/** Recalls of what these conversations say, `of` = of their turns about one topic alone. */
export async function ribbons(
  db: Db,
  ownerId: string,
  conversationIds: string[],
  of?: { topicId: string | null },
): Promise<Ribbon[]> {
  if (conversationIds.length === 0) return []
  const here = inList(sqltag`b."conversationId"`, conversationIds)
  const topic = of ? topicIs(sqltag`b."topicId"`, of.topicId) : sqltag`1 = 1`
  const source = of
    ? sqltag`"TurnTopic" b, "RecallHit" h, "Recall" r, "Turn" a WHERE h."sourceTurnId" = b."turnId"`
    : sqltag`"Turn" b, "RecallHit" h, "Recall" r, "Turn" a WHERE h."sourceTurnId" = b."id" AND ${remembered(sqltag`b.`)}`
  const rows = await db.$queryRaw<{ from: string; to: string; count: Num; at: unknown }[]>`
    SELECT a."conversationId" AS "from", b."conversationId" AS "to", COUNT(DISTINCT a."id") AS "count", MAX(a."createdAt") AS "at"
    FROM ${source} AND r."id" = h."recallId" AND a."id" = r."turnId" AND h."kind" <> 'file'
      AND b."ownerId" = ${ownerId} AND ${topic} AND ${here} AND r."ownerId" = ${ownerId} AND ${remembered(sqltag`a.`)}
    GROUP BY a."conversationId", b."conversationId" ORDER BY 1, 2`
  return rows.map((row) => ({ ...row, ...numbers(row, 'count'), at: iso(row.at) }))
}

const topicIs = (column: Sql, topicId: string | null) =>
  topicId === null ? sqltag`${column} IS NULL` : sqltag`${column} = ${topicId}`

/** From a moment to another, which is no part of it. */
export type TimeSpan = { since: Date; until: Date }
/** For ORDER BY: turns `t` of a period before all others. */
const firstOf = (period: TimeSpan | null) =>
  period
    ? sqltag`CASE WHEN t."createdAt" >= ${period.since} AND t."createdAt" < ${period.until} THEN 0 ELSE 1 END, `
    : empty

/** The most used turns of a conversation, then the newest; those of a period first. `of` = of one topic. */
export async function mostUsedTurns(
  db: Db,
  ownerId: string,
  conversationId: string,
  of: { topicId: string | null } | undefined,
  take: number,
  period: TimeSpan | null = null,
): Promise<{ ids: string[]; all: number; from: number; to: number }> {
  const topic = of
    ? sqltag`JOIN "TurnTopic" x ON x."turnId" = t."id" AND ${topicIs(sqltag`x."topicId"`, of.topicId)}`
    : sqltag``
  const which = sqltag`FROM "Turn" t ${topic} WHERE t."branchId" IN (SELECT b."id" FROM "Branch" b WHERE b."conversationId" = ${conversationId} AND b."ownerId" = ${ownerId}) AND ${remembered(sqltag`t.`)}`
  const [rows, [sums]] = await Promise.all([
    db.$queryRaw<{ id: string }[]>`
      SELECT t."id" AS "id", (SELECT COUNT(*) FROM "RecallHit" h WHERE h."sourceTurnId" = t."id") AS "used", t."number" AS "number" ${which}
      ORDER BY ${firstOf(period)}2 DESC, 3 DESC, 1 LIMIT ${take}`,
    db.$queryRaw<{ all: Num; from: Num | null; to: Num | null }[]>`
      SELECT COUNT(*) AS "all", MIN(t."number") AS "from", MAX(t."number") AS "to" ${which}`,
  ])
  return { ids: rows.map((row) => row.id), ...numbers(sums, 'all from to') }
}

/** Characters of a turn's texts in which a sentence that stands for it is looked for. */
const TELLING_CHARS = 1_500
export type SaidTexts = { id: string; userText: string; answer: string }
export const saidTexts = (db: Db, ownerId: string, turnIds: string[]): Promise<SaidTexts[]> =>
  inChunks(
    turnIds,
    (ids) => db.$queryRaw<SaidTexts[]>`
      SELECT t."id" AS "id", SUBSTR(t."userText", 1, ${TELLING_CHARS}) AS "userText", SUBSTR(t."answer", 1, ${TELLING_CHARS}) AS "answer"
      FROM "Turn" t WHERE t."ownerId" = ${ownerId} AND ${remembered(sqltag`t.`)} AND ${inList(sqltag`t."id"`, ids)}`,
    500,
  )

export async function turnsInPeriod(
  db: Db,
  ownerId: string,
  topicId: string | null,
  { since, until }: TimeSpan,
) {
  const rows = await db.$queryRaw<{ id: string; turns: Num }[]>`
    SELECT x."conversationId" AS "id", COUNT(*) AS "turns" FROM "TurnTopic" x JOIN "Turn" t ON t."id" = x."turnId"
    WHERE x."ownerId" = ${ownerId} AND ${topicIs(sqltag`x."topicId"`, topicId)} AND ${remembered(sqltag`t.`)}
      AND t."createdAt" >= ${since} AND t."createdAt" < ${until} GROUP BY x."conversationId"`
  return new Map(rows.map(({ id, turns }) => [id, Number(turns)]))
}

/** The newest turns of a topic in each of some conversations, at most `each`, those of a period first. */
export async function turnsOfTopic(
  db: Db,
  ownerId: string,
  topicId: string | null,
  conversationIds: string[],
  each: number,
  period: TimeSpan | null,
): Promise<{ id: string; conversationId: string; at: string }[]> {
  if (conversationIds.length === 0) return []
  const rows = await db.$queryRaw<{ id: string; conversationId: string; at: unknown }[]>`
    SELECT n."id" AS "id", n."conversationId" AS "conversationId", n."at" AS "at" FROM (
      SELECT x."turnId" AS "id", x."conversationId" AS "conversationId", t."createdAt" AS "at",
        ROW_NUMBER() OVER (PARTITION BY x."conversationId" ORDER BY ${firstOf(period)}t."createdAt" DESC, x."turnId" DESC) AS "rank"
      FROM "TurnTopic" x JOIN "Turn" t ON t."id" = x."turnId" WHERE x."ownerId" = ${ownerId} AND ${topicIs(sqltag`x."topicId"`, topicId)}
        AND ${remembered(sqltag`t.`)} AND ${inList(sqltag`x."conversationId"`, conversationIds)}) n
    WHERE n."rank" <= ${each} ORDER BY n."conversationId", n."id"`
  return rows.map((row) => ({ ...row, at: iso(row.at) }))
}

export async function conversationRows(db: Db, ownerId: string, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<{ id: string; title: string; at: unknown; last: Num }[]>`
    SELECT c."id" AS "id", c."title" AS "title", c."updatedAt" AS "at", (SELECT MAX(t."number") FROM "Turn" t WHERE t."conversationId" = c."id") AS "last"
    FROM "Conversation" c WHERE c."id" IN (${join(ids)}) AND NOT (c."ownerId" <> ${ownerId}) AND c."trashId" IS NULL`
  return rows.map((row) => ({ ...row, last: Number(row.last), at: iso(row.at) }))
}

/** Conversations with several branches: their turns, and the number of the last turn on the path shown. */
export async function branchedRows(db: Db, ownerId: string, conversationId?: string) {
  const here = conversationId === undefined ? sqltag`1 = 1` : sqltag`b."conversationId" = ${conversationId}`
  const rows = await db.$queryRaw<{ turns: Num; last: Num }[]>`
    SELECT COUNT(*) AS "turns", COALESCE(MAX(CASE WHEN t."id" = c."activeLeafId" THEN t."number" END), MAX(t."number")) AS "last"
    FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
    WHERE t."ownerId" = ${ownerId} AND ${remembered(sqltag`t.`)} AND t."conversationId" IN (
      SELECT b."conversationId" FROM "Branch" b WHERE b."ownerId" = ${ownerId} AND ${here} GROUP BY b."conversationId" HAVING COUNT(*) > 1)
    GROUP BY t."conversationId"`
  return rows.map((row) => numbers(row, 'turns last'))
}

export const countTurns = (db: Db, ownerId: string, most?: number): Promise<number> =>
  db.turn.count({ where: { ownerId, ...REMEMBERED }, ...(most ? { take: most } : {}) })

const SHOWN = 10
const LINE_CHARS = 300

/** The recalls behind a link of the map, latest first. @throws MnemeError not_found without any. */
export async function recallRowsBetween(db: Db, ownerId: string, { from, to, topicId }: Bundle) {
  const inTopic = (turn: Sql, topic: string) =>
    sqltag`${turn} IN (SELECT x."turnId" FROM "TurnTopic" x WHERE x."ownerId" = ${ownerId} AND ${topicIs(sqltag`x."topicId"`, topic === OTHER_TOPIC ? null : topic)})`
  const isOf = (table: Sql, end: string) => {
    const node = parseNodeId(end)
    if (node?.kind === 'conversation') return sqltag`${table}"conversationId" = ${node.ref}`
    if (node?.kind !== 'topic') throw notFound('link')
    return inTopic(sqltag`${table}"id"`, node.ref)
  }
  const onTopic = topicId === undefined ? sqltag`1 = 1` : inTopic(sqltag`b."id"`, topicId)
  type Row = Omit<BundledRecall, 'number' | 'foundNumber'> & Record<'number' | 'foundNumber' | 'all', Num>
  const rows = await db.$queryRaw<Row[]>`
    SELECT a."id" AS "turnId", a."number" AS "number", a."conversationId" AS "conversationId", b."id" AS "found",
      b."number" AS "foundNumber", SUBSTR(b."userText", 1, ${LINE_CHARS}) AS "text", COUNT(*) OVER () AS "all"
    FROM ${RECALLED} JOIN "Turn" b ON b."id" = h."sourceTurnId"
    WHERE r."ownerId" = ${ownerId} AND h."kind" <> 'file' AND ${remembered(sqltag`a.`)} AND ${remembered(sqltag`b.`)}
      AND ${isOf(sqltag`a.`, from)} AND ${isOf(sqltag`b.`, to)} AND ${onTopic}
    GROUP BY a."id", b."id" ORDER BY a."createdAt" DESC, a."number" DESC, a."id", b."number" LIMIT ${SHOWN}`
  if (rows.length === 0) throw notFound('link')
  const recalls = rows.map(
    ({ all: _, ...row }): BundledRecall => ({ ...row, ...numbers(row, 'number foundNumber') }),
  )
  return { recalls, all: Number(rows[0]?.all) }
}

type Hour = { hour: string; topicId: string | null; conversationId: string; turns: Num }

/** How many turns each week of the person has, by topic and conversation. `offset` = minutes to UTC. */
export async function turnsByWeek(db: Db, ownerId: string, offset: number): Promise<Calendar> {
  const hours = await db.$queryRaw<Hour[]>`
    SELECT SUBSTR(CAST(t."createdAt" AS TEXT), 1, 13) AS "hour", x."topicId" AS "topicId", t."conversationId" AS "conversationId", COUNT(*) AS "turns"
    FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId" LEFT JOIN "TurnTopic" x ON x."turnId" = t."id"
    WHERE t."ownerId" = ${ownerId} AND c."trashId" IS NULL AND ${remembered(sqltag`t.`)}
    GROUP BY 1, 2, 3 ORDER BY 1, 3`
  const [topics, conversations] = [new Map<string, number>(), new Map<string, number>()]
  const indexIn = (all: Map<string, number>, id: string) => {
    const index = all.get(id) ?? all.size
    all.set(id, index)
    return index
  }
  const rows = new Map<string, WeekRow>()
  for (const { hour, topicId, conversationId, turns } of hours) {
    const week = weekAt(Date.parse(`${hour.replace(' ', 'T')}:00Z`) - offset * 60_000)
    const topic = topicId === null ? -1 : indexIn(topics, topicId)
    const conversation = indexIn(conversations, conversationId)
    const key = `${week} ${topic} ${conversation}`
    const row = rows.get(key) ?? [week, topic, conversation, 0]
    row[3] += Number(turns)
    rows.set(key, row)
  }
  return { topics: [...topics.keys()], conversations: [...conversations.keys()], rows: [...rows.values()] }
}

/** The view whose nodes a person can move: the first level of the map. */
export const MAP_VIEW = 'map:all'

export async function savePositions(db: Db, ownerId: string, view: string, positions: GraphPosition[]) {
  const last = new Map(positions.map((position) => [position.node, position]))
  for (const some of chunks([...last.values()], limits.runner.transactionRows)) {
    const rows = some.map(({ node, x, y }) => sqltag`(${ownerId}, ${view}, ${node}, ${x}, ${y})`)
    await db.$executeRaw`INSERT INTO "GraphPosition" ("ownerId", "view", "node", "x", "y") VALUES ${join(rows)} ON CONFLICT ("ownerId", "view", "node") DO UPDATE SET "x" = excluded."x", "y" = excluded."y"`
  }
}

export const loadPositions = (db: Db, ownerId: string, view: string): Promise<GraphPosition[]> =>
  db.graphPosition.findMany({
    where: { ownerId, view },
    select: columns('node x y'),
    orderBy: { node: 'asc' },
  })

export const clearPositions = (db: Db, ownerId: string, view: string) =>
  db.graphPosition.deleteMany({ where: { ownerId, view } })
