import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { once } from '@/lib/shared/once'
import { kindIndex } from './load/owner-index'
import { SOURCES } from './load/sources'

/** After a turn and each of its jobs: one catch-up serves them all, before the person has read the answer. */
const PAUSE_MS = 1_500
const waiting = () => once('index-catch-ups', () => new Map<string, ReturnType<typeof setTimeout>>())

/**
 * Brings an owner's indexes up to date a moment after the last call, so that the next search need not. What
 * fails here is tried again by that search.
 */
export function catchUpSoon(db: Db, ownerId: string): void {
  clearTimeout(waiting().get(ownerId))
  const timer = setTimeout(() => {
    waiting().delete(ownerId)
    void catchUp(db, ownerId).catch(() => {})
  }, PAUSE_MS)
  waiting().set(ownerId, timer.unref())
}

async function catchUp(db: Db, ownerId: string): Promise<void> {
  const rev = await memoryRev(db, ownerId)
  for (const kind of Object.keys(SOURCES) as IndexedKind[]) await kindIndex(db, ownerId, kind, { rev })
}
