import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import { ownedBy } from '@/lib/db/engine/owned'
import { inChunks } from '@/lib/db/engine/pages'
import { titlesOf } from '@/lib/db/turns/conversations'
import { REMEMBERED } from '@/lib/db/turns/turn-texts'
import type { DeltaAuthor } from '@/lib/shared/learning/strategies'

/** Turns with the titles of their conversations, without those that memory may not use. */
export async function titledTurns(db: Db, ownerId: string, turnIds: readonly string[]) {
  const rows = await inChunks([...new Set(turnIds)], (ids) =>
    db.turn.findMany({
      where: { ...ownedBy(ownerId), id: { in: ids }, ...REMEMBERED },
      select: columns('id number conversationId'),
    }),
  )
  const titles = await titlesOf(db, ownerId, [...new Set(rows.map((row) => row.conversationId))])
  return new Map(
    rows.map(({ id, number, conversationId }) => [
      id,
      { turnId: id, number, conversationId, title: titles.get(conversationId) ?? '' },
    ]),
  )
}

export async function authorsOf(db: Db, ownerId: string, ids: readonly string[]) {
  const rows = await inChunks(ids, (some) =>
    db.delta.findMany({
      where: { ...ownedBy(ownerId), op: 'ADD', strategyId: { in: some } },
      orderBy: { seq: 'desc' },
      select: columns('strategyId by'),
    }),
  )
  // The first one of each comes last: later ones bring it back.
  return new Map(rows.map(({ strategyId, by }) => [strategyId, by as DeltaAuthor]))
}

/** How many answers cite each of an owner's strategies. */
export async function citedCounts(db: Db, ownerId: string): Promise<Map<string, number>> {
  const rows = await db.strategyUse.groupBy({
    by: ['strategyId'],
    where: { ownerId, cited: true },
    _count: { _all: true },
  })
  return new Map(rows.map(({ strategyId, _count }) => [strategyId, _count._all]))
}
