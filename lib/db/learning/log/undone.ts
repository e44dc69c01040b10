import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/columns'
import type { Delta } from '@/lib/db/generated/sqlite/client'
import type { Patch } from './state'

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
