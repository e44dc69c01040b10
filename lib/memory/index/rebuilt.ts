import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { keepLast } from '@/lib/shared/keep-last'
import { once } from '@/lib/shared/once'

/** Owners whose indexes are kept. */
const KEPT_OWNERS = 8

/**
 * Reads an index of entries that are few: it is built anew after a change of memory, such as another active
 * branch. `known` = the revision of memory, where it was read already.
 */
export function rebuilt<T>(name: string, build: (db: Db, ownerId: string) => Promise<T>) {
  const kept = () => once(name, () => new Map<string, { rev: number; index: T }>())
  return async (db: Db, ownerId: string, known?: number): Promise<T> => {
    const rev = known ?? (await memoryRev(db, ownerId))
    const last = kept().get(ownerId)
    const index = last?.rev === rev ? last.index : await build(db, ownerId)
    keepLast(kept(), KEPT_OWNERS, ownerId, { rev, index })
    return index
  }
}
