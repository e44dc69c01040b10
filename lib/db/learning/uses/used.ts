import { sqltag } from '@prisma/client/runtime/client'
import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { type StrategyRow, shownOf, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'

export type UsedStrategy = StrategyRow & { cited: boolean; tag: string | null; place: string }

/** The strategies in a turn's prompts that may be shown, as they are now. */
export async function strategiesUsed(db: Db, ownerId: string, turnId: string): Promise<UsedStrategy[]> {
  const uses = await db.strategyUse.findMany({
    where: { ownerId, turnId },
    select: columns('strategyId cited tag place'),
    orderBy: [{ place: 'asc' }, { rank: 'asc' }],
  })
  const ids = uses.map(({ strategyId }) => strategyId)
  const rows = await shownRows(db, ownerId, ids)
  return uses.flatMap(({ strategyId, ...use }) => {
    const row = rows.get(strategyId)
    return row ? [{ ...row, ...use }] : []
  })
}

async function shownRows(db: Db, ownerId: string, ids: readonly string[]): Promise<Map<string, StrategyRow>> {
  const [rows, shown] = await Promise.all([strategiesOf(db, ownerId, ids), shownOf(db, ownerId, ids)])
  return new Map([...rows].filter(([id]) => shown.has(id)))
}

/** Strategies that a turn has taught, unless they are retired. */
export async function strategiesTaught(db: Db, ownerId: string, turnId: string): Promise<StrategyRow[]> {
  const taught = await db.provenance.findMany({
    where: { ownerId, kind: 'strategy', sourceTurnId: turnId },
    select: columns('refId'),
  })
  const ids = taught.map(({ refId }) => refId)
  return [...(await shownRows(db, ownerId, ids)).values()].filter(({ status }) => status !== 'retired')
}

export type KnownStrategy = Awaited<ReturnType<typeof knownStrategies>>[number]
const FIELDS = columns('id content contentHash domain status mergedIntoId pinned untrusted')

/** All strategies of a person's own scope that a new one is compared with, in the order they were made. */
export async function knownStrategies(db: Db, ownerId: string) {
  const rows = await db.strategy.findMany({
    where: { ownerId, conversationId: null },
    select: FIELDS,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const ids = rows.map(({ id }) => id)
  const shown = await shownOf(db, ownerId, ids)
  return rows.filter(({ id }) => shown.has(id))
}

/** Ids of strategies that were learned from this turn alone. */
export const learnedFrom = (db: Db, ownerId: string, turnId: string): Promise<string[]> =>
  strategyIds(
    db,
    ownerId,
    sqltag`EXISTS (SELECT 1 FROM "Provenance" p WHERE p."kind" = 'strategy' AND p."refId" = s."id" AND p."sourceTurnId" = ${turnId})
      AND NOT EXISTS (SELECT 1 FROM "Provenance" p WHERE p."kind" = 'strategy' AND p."refId" = s."id" AND p."sourceTurnId" <> ${turnId})`,
  )
