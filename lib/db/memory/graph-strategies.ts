import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { inChunks } from '@/lib/db/engine/pages'
import { shownOf } from '@/lib/db/learning/strategies'
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

type Pair = { id: string; turnId: string }
const pairOf = (row: { strategyId: string; turnId: string }): Pair => ({
  id: row.strategyId,
  turnId: row.turnId,
})
const sourceOf = (row: { refId: string; sourceTurnId: string }): Pair => ({
  id: row.refId,
  turnId: row.sourceTurnId,
})

/** The strategies that were learned from these turns or are cited by them. */
export async function strategiesOfTurns(db: Db, ownerId: string, turnIds: readonly string[]) {
  const [taught, cited] = await Promise.all([
    taughtBy(db, ownerId, turnIds),
    inChunks(turnIds, (ids) =>
      db.strategyUse.findMany({
        where: { ...ownedBy(ownerId), cited: true, turnId: { in: ids } },
        select: columns('strategyId turnId'),
      }),
    ),
  ])
  return nodeRows(db, ownerId, taught.map(sourceOf), cited.map(pairOf))
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
  const [row] = await nodeRows(db, ownerId, taught.map(sourceOf), cited.map(pairOf), [id])
  return row ?? null
}

async function nodeRows(
  db: Db,
  ownerId: string,
  taught: readonly Pair[],
  cited: readonly Pair[],
  ids: readonly string[] = [...new Set([...taught, ...cited].map((pair) => pair.id))],
): Promise<StrategyNodeRow[]> {
  const [rows, shown] = await Promise.all([
    inChunks(ids, (some) =>
      db.strategy.findMany({
        where: { ...ownedBy(ownerId), id: { in: some }, status: { not: 'proposed' } },
        select: FIELDS,
      }),
    ),
    shownOf(db, ownerId, ids),
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
  for (const { id, turnId } of taught) nodes.get(id)?.taught.push(turnId)
  for (const { id, turnId } of cited) nodes.get(id)?.cited.push(turnId)
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

/** The texts of one strategy. */
export const strategyInFull = (db: Db, ownerId: string, id: string) =>
  db.strategy.findFirst({ where: { ...ownedBy(ownerId), id }, select: columns('slug description content') })
