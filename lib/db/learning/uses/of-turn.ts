import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { shownOf } from '../retrieval'
import { strategiesOf } from '../strategies'

/** The strategies that stood in a turn's prompts, and those it added, by slug. Forgotten ones are left out. */
export async function strategiesOfTurn(
  db: Db,
  ownerId: string,
  turnId: string,
): Promise<{ used: string[]; added: string[] }> {
  const mine = ownedBy(ownerId)
  const [uses, taught] = await Promise.all([
    db.strategyUse.findMany({
      where: { ...mine, turnId },
      orderBy: { rank: 'asc' },
      select: columns('strategyId'),
    }),
    db.provenance.findMany({
      where: { ...mine, kind: 'strategy', sourceTurnId: turnId },
      select: columns('refId'),
    }),
  ])
  // Others of these were known before, and the turn only confirmed them.
  const added = await db.delta.findMany({
    where: { ...mine, strategyId: { in: taught.map(({ refId }) => refId) }, turnId, op: 'ADD' },
    orderBy: { seq: 'asc' },
    select: columns('strategyId'),
  })
  const ids = [...uses, ...added].map(({ strategyId }) => strategyId)
  const [rows, shown] = await Promise.all([strategiesOf(db, ownerId, ids), shownOf(db, ownerId, ids)])
  const slugs = (of: { strategyId: string }[]) => [
    ...new Set(of.flatMap(({ strategyId: id }) => (shown.has(id) ? (rows.get(id)?.slug ?? []) : []))),
  ]
  return { used: slugs(uses), added: slugs(added) }
}

/** Whether jobs of a turn still have something to do. Their keys begin with its id. */
export const isLearning = async (db: Db, ownerId: string, turnId: string): Promise<boolean> =>
  (await db.job.count({
    where: { ...ownedBy(ownerId), key: { startsWith: `${turnId}.` }, status: { in: ['waiting', 'running'] } },
  })) > 0
