import { join, sqltag } from '@prisma/client/runtime/client'
import type { Batch, Db } from '@/lib/db/engine/client'
import { insertOps } from '@/lib/db/engine/insert'

/** A strategy in a turn's prompts. `parts` = its score, if retrieved; `trial` = it was quarantined. */
export type StrategyUsed = {
  strategyId: string
  place: 'playbook' | 'retrieved'
  rank: number
  parts: Record<string, number>
  cited: boolean
  trial: boolean
}

/**
 * Writes: what a turn's prompts used, in place of an earlier attempt's; counts stay the sums of the uses. `||
 * ''` keeps SQLite from the index of owners, which would make it read all strategies.
 */
export function usedOps(
  db: Db,
  ownerId: string,
  turnId: string,
  used: readonly StrategyUsed[],
  at: Date,
): Batch {
  const cleared: Batch = [
    db.$executeRaw`UPDATE "Strategy" SET "uses" = "uses" - 1 WHERE "ownerId" || '' = ${ownerId} AND "id" IN
      (SELECT "strategyId" FROM "StrategyUse" WHERE "turnId" = ${turnId} AND "tag" IS NULL)`,
    db.$executeRaw`DELETE FROM "StrategyUse" WHERE "ownerId" = ${ownerId} AND "turnId" = ${turnId} AND "tag" IS NULL`,
  ]
  if (used.length === 0) return cleared
  const ids = join(used.map(({ strategyId }) => strategyId))
  return [
    ...cleared,
    ...insertOps(
      db,
      'StrategyUse',
      used.map((one) => ({ turnId, ownerId, ...one, tag: null })),
      sqltag` ON CONFLICT DO NOTHING`,
    ),
    db.$executeRaw`UPDATE "Strategy" SET
      "uses" = "uses" + (SELECT COUNT(*) FROM "StrategyUse" u
        WHERE u."turnId" = ${turnId} AND u."strategyId" = "Strategy"."id" AND u."tag" IS NULL),
      "trial" = "trial" AND NOT EXISTS (SELECT 1 FROM "StrategyUse" u
        WHERE u."strategyId" = "Strategy"."id" AND u."turnId" = ${turnId} AND u."trial"),
      "lastUsedAt" = ${at}
      WHERE "ownerId" || '' = ${ownerId} AND "id" IN (${ids})`,
  ]
}
