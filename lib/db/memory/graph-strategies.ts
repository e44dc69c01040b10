import type { Db } from '@/lib/db/engine/client'
import { columns, inChunks, ownedBy } from '@/lib/db/engine/rows'
import { shownStrategyIds } from '@/lib/db/learning/strategies'
import { taughtBy } from '@/lib/db/learning/uses/turn-uses'
import type { LINK_RELATIONS, StrategyStatus } from '@/lib/shared/learning/strategies'
import { limits } from '@/lib/shared/limits'

const FIELDS = columns('id slug title status createdAt')
/** A strategy in the graph: `taught` = turns it was learned from, `cited` = turns whose answer cites it. */
export type StrategyNodeRow = {
  id: string
  slug: string
  label: string
  status: Exclude<StrategyStatus, 'proposed'>
  at: string
  taught: string[]
  cited: string[]
}
export type StrategyLinkRow = { from: string; to: string; relation: (typeof LINK_RELATIONS)[number] }

/** The strategies that were learned from these turns or are cited by them. */
export async function strategiesOfTurns(db: Db, ownerId: string, turnIds: readonly string[]) {
  const [taught, cited] = await Promise.all([
    taughtBy(db, ownerId, turnIds),
    inChunks(turnIds, (ids) => {
      const where = { ...ownedBy(ownerId), cited: true, turnId: { in: ids } }
      return db.strategyUse.findMany({ where, select: columns('strategyId turnId') })
    }),
  ])
  return nodeRows(db, ownerId, taught, cited)
}

/** One strategy with all of its turns; null if it is forgotten, in the trash or waiting for approval. */
export async function strategyNode(db: Db, ownerId: string, id: string): Promise<StrategyNodeRow | null> {
  const [taught, cited] = await Promise.all([
    db.provenance.findMany({
      where: { ...ownedBy(ownerId), kind: 'strategy', refId: id },
      select: columns('refId sourceTurnId'),
    }),
    db.strategyUse.findMany({
      where: { ...ownedBy(ownerId), strategyId: id, cited: true },
      select: columns('strategyId turnId'),
    }),
  ])
  const [row] = await nodeRows(db, ownerId, taught, cited, [id])
  return row ?? null
}

async function nodeRows(
  db: Db,
  ownerId: string,
  taught: readonly { refId: string; sourceTurnId: string }[],
  cited: readonly { strategyId: string; turnId: string }[],
  ids = [...new Set([...taught.map(({ refId }) => refId), ...cited.map(({ strategyId }) => strategyId)])],
): Promise<StrategyNodeRow[]> {
  const [rows, shown] = await Promise.all([
    inChunks(ids, (some) => {
      const where = { ...ownedBy(ownerId), id: { in: some }, status: { not: 'proposed' } }
      return db.strategy.findMany({ where, select: FIELDS })
    }),
    shownStrategyIds(db, ownerId, ids),
  ])
  const nodes = new Map<string, StrategyNodeRow>()
  for (const { id, slug, title, status, createdAt } of rows)
    if (shown.has(id))
      nodes.set(id, {
        ...{ id, slug, taught: [], cited: [] },
        label: title.slice(0, limits.graph.labelChars),
        status: status as StrategyNodeRow['status'],
        at: createdAt.toISOString(),
      })
  for (const { refId, sourceTurnId } of taught) nodes.get(refId)?.taught.push(sourceTurnId)
  for (const { strategyId, turnId } of cited) nodes.get(strategyId)?.cited.push(turnId)
  return [...nodes.values()]
}

/** What links these strategies to others, in both directions. */
export async function strategyLinks(db: Db, ownerId: string, ids: readonly string[]) {
  const rows = await inChunks(ids, (some) =>
    db.strategyLink.findMany({
      where: { ...ownedBy(ownerId), OR: [{ fromId: { in: some } }, { toId: { in: some } }] },
      orderBy: [{ fromId: 'asc' }, { toId: 'asc' }, { relation: 'asc' }],
    }),
  )
  return rows.map(({ fromId: from, toId: to, relation }) => ({
    ...{ from, to },
    relation: relation as StrategyLinkRow['relation'],
  }))
}

export const strategyInFull = (db: Db, ownerId: string, id: string) =>
  db.strategy.findFirst({ where: { ...ownedBy(ownerId), id }, select: columns('slug description content') })
