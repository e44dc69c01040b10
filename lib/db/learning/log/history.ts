import type { Db } from '@/lib/db/engine/client'
import { columns, ownedBy } from '@/lib/db/engine/rows'
import type { Delta } from '@/lib/db/generated/sqlite/client'
import type { Patch } from './state'

export type { Delta }

/** A page of deltas, newest first. Of all strategies, only the first of the deltas that a merge writes. */
export async function deltasBefore(
  db: Db,
  ownerId: string,
  { strategyId, before, most }: { strategyId: string | null; before: number | null; most: number },
): Promise<{ deltas: Delta[]; next: number | null }> {
  const rows = await db.delta.findMany({
    where: {
      ownerId,
      ...(strategyId === null ? {} : { strategyId }),
      ...(before === null ? {} : { seq: { lt: before } }),
    },
    orderBy: { seq: 'desc' },
    take: most + 1,
  })
  const page = rows.slice(0, most)
  return {
    deltas: strategyId === null ? page.filter((delta) => !follows(delta)) : page,
    next: rows.length > most ? (page.at(-1)?.seq ?? null) : null,
  }
}

/** The deltas that a turn led to, in order, without those of a consolidation; of a merge only the first. */
export async function deltasOfTurn(db: Db, ownerId: string, turnId: string): Promise<Delta[]> {
  const where = { ...ownedBy(ownerId), turnId, by: { not: 'consolidation' } }
  const rows = await db.delta.findMany({ where, orderBy: { seq: 'asc' } })
  return rows.filter((delta) => !follows(delta))
}

export async function groupSizes(db: Db, ownerId: string, groupIds: readonly string[]) {
  const where = { ownerId, groupId: { in: [...new Set(groupIds)] } }
  const rows = await db.delta.groupBy({ by: ['groupId'], where, _count: { _all: true } })
  return new Map(rows.map(({ groupId, _count }) => [groupId, _count._all]))
}

/** Strategies that were removed, as they last were. */
export async function removedOf(db: Db, ownerId: string, ids: readonly string[]) {
  const where = { ownerId, op: 'REMOVE', strategyId: { in: [...ids] } }
  const rows = await db.delta.findMany({ where, orderBy: { seq: 'asc' } })
  return new Map(rows.map((row) => [row.strategyId, row]))
}

/** Whether a delta belongs to the same change as the delta before it. */
export const follows = ({ op, after }: Pick<Delta, 'op' | 'after'>) =>
  after !== null && op !== 'ADD' && 'mergedIntoId' in (after as Patch)

/** Numbers of the owner's changes that are undone. An undo that was itself undone does not count. */
export async function undoneChanges(db: Db, ownerId: string): Promise<Set<number>> {
  const rows = await db.delta.findMany({
    where: { ownerId, undoes: { not: null } },
    orderBy: { seq: 'desc' },
    select: columns('seq undoes op after'),
  })
  const undone = new Set<number>()
  // Newest first, so that an undo that was itself undone is skipped.
  for (const row of rows)
    if (row.undoes !== null && !follows(row) && !undone.has(row.seq)) undone.add(row.undoes)
  return undone
}

/** Whether a change is undone; `undone` = the result of `undoneChanges`. */
export const isUndone = (delta: Delta, undone: ReadonlySet<number>) =>
  undone.has(follows(delta) ? delta.seq - 1 : delta.seq)
