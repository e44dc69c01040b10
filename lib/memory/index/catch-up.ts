import type { Db } from '@/lib/db/engine/client'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { kindIndex } from './load/owner-index'
import { SOURCES } from './load/sources'

/**
 * Brings an owner's indexes up to date in the background, so that the next search need not. What fails here is
 * tried again by that search.
 */
export function catchUpInBackground(db: Db, ownerId: string): void {
  for (const kind of Object.keys(SOURCES) as IndexedKind[]) void kindIndex(db, ownerId, kind).catch(() => {})
}
