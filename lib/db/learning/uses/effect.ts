import { join, sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { numbers } from '@/lib/db/engine/columns'
import { rememberedSql } from '@/lib/db/turns/turn-texts'

/** Turns of one depth: how many, how many of them were judged, how many succeeded, and the tokens of all. */
export type DepthTurns = { depth: string; turns: number; judged: number; succeeded: number; tokens: number }
export type Measured = { cited: DepthTurns[]; others: DepthTurns[] }

/** The calls of a turn itself. What runs after the answer costs the same with a strategy and without it. */
const OWN_PHASES = ['classify', 'think', 'act']

/**
 * 1 if a turn succeeded, 0 if it failed, null if nobody judged it: by the person's thumb (`f`), else the verdict (`v`).
 */
export const SUCCESS = sqltag`CASE WHEN f."value" IS NOT NULL THEN (CASE WHEN f."value" > 0 THEN 1 ELSE 0 END)
    WHEN v."label" = 'success' THEN 1 WHEN v."label" = 'failure' THEN 0 END`

/** An owner's own turns by depth: those whose answer cites a strategy, and all others. */
export async function measuredTurns(db: Db, ownerId: string, strategyId: string): Promise<Measured> {
  const rows = await db.$queryRaw<{ depth: string; cites: number | bigint }[]>`
    SELECT m."depth", m."cites", COUNT(*) AS "turns", COUNT(m."success") AS "judged",
      COALESCE(SUM(m."success"), 0) AS "succeeded", COALESCE(SUM(m."tokens"), 0) AS "tokens"
    FROM (SELECT COALESCE(t."depth", '') AS "depth", CASE WHEN u."cited" THEN 1 ELSE 0 END AS "cites",
        ${SUCCESS} AS "success",
        (SELECT SUM(COALESCE(s."inputTokens", s."estInputTokens") + COALESCE(s."outputTokens", s."estOutputTokens"))
          FROM "Step" s WHERE s."turnId" = t."id" AND s."phase" IN (${join(OWN_PHASES)})) AS "tokens"
      FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId"
      LEFT JOIN "StrategyUse" u ON u."turnId" = t."id" AND u."strategyId" = ${strategyId}
      LEFT JOIN "Verdict" v ON v."turnId" = t."id" LEFT JOIN "Feedback" f ON f."turnId" = t."id"
      WHERE t."ownerId" = ${ownerId} AND t."importedAt" IS NULL AND ${rememberedSql(sqltag`t.`)}
        AND c."trashId" IS NULL) m
    GROUP BY m."depth", m."cites"`
  const of = (cites: number) =>
    rows
      .filter((row) => Number(row.cites) === cites)
      .map((row) => ({ depth: row.depth, ...numbers(row as never, 'turns judged succeeded tokens') }))
  return { cited: of(1), others: of(0) }
}
