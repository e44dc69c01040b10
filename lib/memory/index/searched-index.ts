import { once } from '@/lib/base/once'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import type { SearchState } from '@/lib/db/memory/full-text'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { emptyIndex, type IndexData } from './load/data'
import { fullTextNow } from './load/full-text'
import { kindIndex, type Wanted } from './load/owner-index'
import { putEntrySlowly } from './load/put'
import { SOURCES } from './load/sources'
import { type Asked, candidatesFor } from './score/candidates'

/**
 * Entries of earlier queries, by state, valid for one revision: typing requests the same ones with every key.
 */
const kept = () => once('searched-entries', () => new Map<string, IndexData>())
function keptFor(state: SearchState, kind: IndexedKind): IndexData {
  const all = kept()
  const key = `${state.ownerId} ${state.id}`
  const there = all.get(key)
  all.delete(key)
  const data =
    there && there.rev === state.rev && there.live.units < limits.fullText.keptUnits
      ? there
      : { ...emptyIndex(kind), rev: state.rev }
  all.set(key, data)
  if (all.size > limits.fullText.keptOwners) all.delete(all.keys().next().value ?? '')
  return data
}

/**
 * The index in which a query is ranked: the whole index of a kind or, for owners with too many units for RAM,
 * a small one of the entries from the database's full-text search, with the statistics of the whole.
 * `partial` = the full text is still being built, so some entries are missing.
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
  const { ids, whole } = await candidatesFor(db, state, asked)
  const data = keptFor(state, kind)
  const missing = ids.filter((id) => !data.turnOf.has(id))
  for (const some of chunks(missing, limits.index.page))
    for (const entry of await SOURCES[kind].byIds(db, ownerId, some))
      if (!data.turnOf.has(entry.id)) await putEntrySlowly(data, entry)
  return { data: { ...data, whole }, partial: !state.filled }
}

/** How many units of messages an owner has. */
export async function memoryUnits(db: Db, ownerId: string): Promise<number> {
  const data = await kindIndex(db, ownerId, 'message')
  return data ? data.live.units : ((await fullTextNow(db, ownerId, 'message'))?.units ?? 0)
}
