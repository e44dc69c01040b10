import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import type { Delta } from '@/lib/db/generated/sqlite/client'
import type { Patch } from './state'

/** Whether a delta is part of a change that the delta before it tells. */
export const follows = ({ op, after }: Pick<Delta, 'op' | 'after'>) =>
  after !== null &&
  ((op === 'TAG' && !('tag' in (after as Patch))) || ('mergedIntoId' in (after as Patch) && op !== 'ADD'))

/** The numbers of an owner's changes that are taken back, and not by a change that was itself taken back. */
export async function undoneChanges(db: Db, ownerId: string): Promise<Set<number>> {
  const rows = await db.delta.findMany({
    where: { ownerId, undoes: { not: null } },
    orderBy: { seq: 'desc' },
    select: columns('seq undoes op after'),
  })
  const undone = new Set<number>()
  // The latest first, so that it is known whether a change still counts before it takes another one back.
  for (const row of rows)
    if (row.undoes !== null && !follows(row) && !undone.has(row.seq)) undone.add(row.undoes)
  return undone
}

/** Whether a change is taken back; `undone` = the result of `undoneChanges`. */
export const isUndone = (delta: Delta, undone: ReadonlySet<number>) =>
  undone.has(follows(delta) ? delta.seq - 1 : delta.seq)
