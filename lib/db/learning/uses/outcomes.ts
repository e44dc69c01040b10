import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { rememberedSql } from '@/lib/db/turns/turn-texts'
import type { Worse } from '@/lib/shared/learning/consolidation'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { SUCCESS } from './effect'

/** Of one depth: turns that cited a strategy, and all others. */
export type DepthOutcomes = Worse

type Count = number | bigint
const JUDGED = sqltag`FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
  LEFT JOIN "Verdict" v ON v."turnId" = t."id" LEFT JOIN "Feedback" f ON f."turnId" = t."id"`
const own = (ownerId: string) => sqltag`t."ownerId" = ${ownerId} AND t."importedAt" IS NULL
  AND ${rememberedSql(sqltag`t.`)} AND c."trashId" IS NULL AND ${SUCCESS} IS NOT NULL`

/**
 * How judged turns ended, by the strategy they cited and by depth. A strategy is measured from when its
 * status was last set, so that who brings one back gives it a new start; it is left out below `leastCited`
 * turns.
 */
export async function outcomesOf(db: Db, ownerId: string): Promise<Map<string, DepthOutcomes[]>> {
  const cited = await db.$queryRaw<
    { id: string; depth: string; every: Count; everyGood: Count; turns: Count; succeeded: Count }[]
  >`
    WITH since AS (SELECT "strategyId" AS "id", MAX("at") AS "at" FROM "Delta"
      WHERE "ownerId" = ${ownerId} AND "after" ->> 'status' IS NOT NULL GROUP BY 1)
    SELECT m."id", m."depth", COUNT(*) AS "every", SUM(m."good") AS "everyGood",
      SUM(m."counts") AS "turns", SUM(m."good" * m."counts") AS "succeeded"
    FROM (SELECT u."strategyId" AS "id", COALESCE(t."depth", '') AS "depth", ${SUCCESS} AS "good",
        CASE WHEN s."at" IS NULL OR t."createdAt" > s."at" THEN 1 ELSE 0 END AS "counts"
      ${JUDGED} JOIN "StrategyUse" u ON u."turnId" = t."id" LEFT JOIN since s ON s."id" = u."strategyId"
      WHERE u."cited" AND ${own(ownerId)}) m
    GROUP BY 1, 2`
  const counted = new Map<string, number>()
  for (const { id, turns } of cited) counted.set(id, (counted.get(id) ?? 0) + Number(turns))
  const enough = cited.filter(({ id }) => (counted.get(id) ?? 0) >= limitsOfLearning.leastCited)
  if (enough.length === 0) return new Map()
  const all = await db.$queryRaw<{ depth: string; turns: Count; succeeded: Count }[]>`
    SELECT m."depth", COUNT(*) AS "turns", SUM(m."good") AS "succeeded"
    FROM (SELECT COALESCE(t."depth", '') AS "depth", ${SUCCESS} AS "good" ${JUDGED} WHERE ${own(ownerId)}) m GROUP BY 1`
  const ofDepth = new Map(all.map((row) => [row.depth, row]))
  const outcomes = new Map<string, DepthOutcomes[]>()
  for (const row of enough) {
    const every = ofDepth.get(row.depth)
    const one: DepthOutcomes = {
      used: { turns: Number(row.turns), succeeded: Number(row.succeeded) },
      similar: {
        turns: Number(every?.turns ?? 0) - Number(row.every),
        succeeded: Number(every?.succeeded ?? 0) - Number(row.everyGood),
      },
    }
    outcomes.set(row.id, [...(outcomes.get(row.id) ?? []), one])
  }
  return outcomes
}
