import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { type Calendar, type WeekRow, weekAt } from '@/lib/shared/memory/calendar'
import { type Num, remembered } from './graph'

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
