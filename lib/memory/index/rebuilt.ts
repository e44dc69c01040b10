import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { keepLast } from '@/lib/shared/keep-last'
import { once } from '@/lib/shared/once'

/** Owners whose indexes are kept. */
const KEPT_OWNERS = 8

/**
 * An index of a kind with few entries, built again after every change of the owner's memory. Concurrent callers
 * share one build. `known` = the revision of memory, if the caller has read it.
 */
export function rebuilt<T>(name: string, build: (db: Db, ownerId: string) => Promise<T>) {
  const kept = () => once(name, () => new Map<string, { rev: number; index: Promise<T> }>())
  return async (db: Db, ownerId: string, known?: number): Promise<T> => {
    const rev = known ?? (await memoryRev(db, ownerId))
    const last = kept().get(ownerId)
    const current = last?.rev === rev ? last : { rev, index: build(db, ownerId) }
    keepLast(kept(), KEPT_OWNERS, ownerId, current)
    try {
      return await current.index
    } catch (error) {
      if (kept().get(ownerId) === current) kept().delete(ownerId)
      throw error
    }
  }
}
