import type { Db } from '@/lib/db/engine/client'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { emptyIndex, type IndexData } from './load/data'
import { fullTextNow } from './load/full-text'
import { kindIndex, type Wanted } from './load/owner-index'
import { indexOfUnits, soughtIn } from './load/units'
import { type Asked, candidatesFor } from './score/candidates'

/**
 * The index that ranks a query: the whole one or, beyond RAM, a small one of units from the full text with
 * the statistics of the whole. `partial` = still being built.
 */
export async function searchedIndex(
  db: Db,
  ownerId: string,
  kind: IndexedKind,
  asked: Asked,
  size: Wanted = {},
): Promise<{ data: IndexData; partial: boolean }> {
  const held = await kindIndex(db, ownerId, kind, size)
  if (held) return { data: held, partial: false }
  const state = await fullTextNow(db, ownerId, kind)
  if (!state) return { data: emptyIndex(kind), partial: true }
  const { chosen, beside, whole } = await candidatesFor(db, state, asked)
  const data = await indexOfUnits(db, state, [...chosen, ...beside], soughtIn(state.id, asked))
  return { data: { ...data, whole }, partial: !state.filled }
}

/** How many units of messages an owner has. */
export async function memoryUnits(db: Db, ownerId: string): Promise<number> {
  const data = await kindIndex(db, ownerId, 'message')
  return data ? data.live.units : ((await fullTextNow(db, ownerId, 'message'))?.units ?? 0)
}
