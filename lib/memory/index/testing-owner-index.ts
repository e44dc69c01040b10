import type { Db } from '@/lib/db/engine/client'
import type { IndexedKind } from '@/lib/shared/memory/search'
import type { IndexData } from './load/data'
import { type IndexBounds, kindIndex, slots } from './load/owner-index'

/** The index of a memory that is known to fit. @throws Error if it does not. */
export async function wholeIndex(
  db: Db,
  ownerId: string,
  kind: IndexedKind,
  size?: IndexBounds,
): Promise<IndexData> {
  const data = await kindIndex(db, ownerId, kind, size)
  if (!data) throw new Error('this memory is too large to be held')
  return data
}

/** The messages, as recall uses them. */
export const ownerIndex = (db: Db, ownerId: string, maxBytes?: number) =>
  wholeIndex(db, ownerId, 'message', maxBytes === undefined ? {} : { maxBytes })

/** How many full loads there were since the process began. */
export const indexLoads = () => slots().loads

/** Owners with an index in memory. */
export const loadedOwners = () => [
  ...new Set([...slots().byKey.values()].flatMap((slot) => (slot.data ? [slot.ownerId] : []))),
]
