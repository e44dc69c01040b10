import type { Db } from '@/lib/db/client'
import { limits } from '@/lib/shared/limits'
import type { MemoryKind } from '@/lib/shared/search'
import { type Asked, candidatesFor } from './candidates'
import { emptyIndex, type IndexData } from './data'
import { fullTextNow } from './full-text'
import { kindIndex, type Size } from './owner-index'
import { putEntry } from './put'
import { SOURCES } from './sources'

/**
 * What a query is ranked in: the whole index of a kind, or, for an owner with more units than are held in memory, one of the entries that the database's full-text
 * search gives for this query, with the statistics of the whole. `partial` = the full text is still being made, so that some of memory is not found yet.
 */
export async function searchedIndex(db: Db, ownerId: string, kind: MemoryKind, asked: Asked, size: Size = {}): Promise<{ data: IndexData; partial: boolean }> {
  const held = await kindIndex(db, ownerId, kind, size)
  if (held) return { data: held, partial: false }
  const state = await fullTextNow(db, ownerId, kind)
  const data = emptyIndex(kind)
  if (!state) return { data, partial: true }
  const { ids, whole } = await candidatesFor(db, state, asked)
  for (let i = 0; i < ids.length; i += limits.index.page) for (const entry of await SOURCES[kind].byIds(db, ownerId, ids.slice(i, i + limits.index.page))) putEntry(data, entry)
  data.rev = state.rev
  data.whole = whole
  return { data, partial: !state.filled }
}

/** How many units of what was said an owner has. */
export async function memoryUnits(db: Db, ownerId: string): Promise<number> {
  const data = await kindIndex(db, ownerId, 'message')
  return data ? data.live.units : ((await fullTextNow(db, ownerId, 'message'))?.units ?? 0)
}
