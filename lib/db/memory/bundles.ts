import { type Sql, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { numbers } from '@/lib/db/engine/columns'
import { notFound } from '@/lib/shared/errors'
import { parseNodeId } from '@/lib/shared/memory/graph'
import { type Bundle, type BundledRecall, OTHER_TOPIC } from '@/lib/shared/memory/map'
import { type Num, remembered } from './graph'
import { RECALLED, topicIs } from './map'

const SHOWN = 10
const LINE_CHARS = 300

/** The recalls behind a link of the map, latest first. @throws MnemeError not_found without any. */
export async function recallsBetween(db: Db, ownerId: string, { from, to, topicId }: Bundle) {
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
