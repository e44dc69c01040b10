import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/rows'
import { searchState } from '@/lib/db/memory/full-text'
import { getOrMake } from '@/lib/shared/group-by'
import { evict } from '@/lib/shared/keep-last'
import { lean } from '@/lib/shared/lean'
import { limits } from '@/lib/shared/limits'
import type { IndexedKind } from '@/lib/shared/memory/search'
import { once } from '@/lib/shared/once'
import { type Bulk, settle, startBulk } from './bulk'
import { emptyIndex, type IndexData, indexBytes } from './data'
import { fillFullText, isCurrentFormat, openFullText } from './full-text'
import { putAll, removeTurn } from './put'
import { affectedSince, INDEX_SOURCES, knownInMemory } from './sources'

/** `large` = too large for RAM. */
type Slot = {
  ownerId: string
  data: IndexData | null
  large: boolean
  busy: Promise<void> | null
  used: number
}
/** Bytes of all indexes together, and units and distinct words of a single one. */
export type IndexBounds = { maxBytes?: number; maxUnits?: number; maxTerms?: number }
/** `rev` = the least revision to reflect if known; else it is read. */
export type Wanted = IndexBounds & { rev?: number }
type Most = Pick<Required<IndexBounds>, 'maxUnits' | 'maxTerms'>
/** By kind and owner. `loads` = how many full loads there were. */
export const slots = () => once('memory-index', () => ({ byKey: new Map<string, Slot>(), uses: 0, loads: 0 }))

const isOver = (data: IndexData, { maxUnits, maxTerms }: Most, bulk: Bulk | null = null) =>
  data.live.units > maxUnits ||
  data.postings.size + (bulk?.names.length ?? 0) > maxTerms ||
  indexBytes(data, bulk ?? undefined) > limits.index.kindBytes

/** Builds an owner's index of one kind, page by page. Null once it exceeds the limits. */
async function load(db: Db, ownerId: string, kind: IndexedKind, most: Most): Promise<IndexData | null> {
  const data = emptyIndex(kind)
  const bulk = startBulk()
  slots().loads += 1
  data.rev = await memoryRev(db, ownerId)
  data.changed = data.rev
  for await (const page of INDEX_SOURCES[kind].pages(db, ownerId)) {
    await putAll(data, page, bulk)
    if (isOver(data, most, bulk)) return null
  }
  await settle(bulk, data)
  return data
}

/** Applies every commit after the index's revision by reading current rows; `rev` = a known revision. */
async function catchUp(db: Db, ownerId: string, kind: IndexedKind, data: IndexData, rev: number) {
  const { ids, last } = await affectedSince(db, ownerId, kind, data.rev, knownInMemory(data))
  for (const wanted of chunks(ids, limits.index.page)) {
    const found = await INDEX_SOURCES[kind].byIds(db, ownerId, wanted)
    const there = new Set(found.map((entry) => entry.id))
    for (const id of wanted) if (!there.has(id)) removeTurn(data, id)
    await putAll(data, found)
  }
  data.rev = Math.max(data.rev, rev, last ?? 0)
  data.changed = last ?? data.changed
}

const { mostDead, leastDead } = limits.index
const isMuch = (dead: number, all: number) => dead > Math.max(leastDead, all * mostDead)
/** Whether so much of an index is tombstones that it is loaded again. */
const isWorn = ({ units, turns, live, turnOf }: IndexData) =>
  isMuch(units.message.length - live.units, units.message.length) ||
  isMuch(turns.id.length - turnOf.size, turns.id.length)

/** Loads an index from the database. Null if memory ever outgrew RAM: the full text answers from then on. */
async function loaded(db: Db, ownerId: string, kind: IndexedKind, most: Most): Promise<IndexData | null> {
  if ((await searchState(db, ownerId, kind))?.format) return null
  return lean(() => load(db, ownerId, kind, most))
}

/** Resolves once no index is loading. Background work awaits it, so that it does not slow down a search. */
export async function indexesReady(): Promise<void> {
  await Promise.allSettled([...slots().byKey.values()].map(({ busy }) => busy))
}

/** The next query retries what failed in the background. */
const fill = (db: Db, ownerId: string, kind: IndexedKind) =>
  void lean(() => fillFullText(db, ownerId, kind)).catch(() => {})

async function refresh(db: Db, kind: IndexedKind, slot: Slot, rev: number, most: Most): Promise<void> {
  const { ownerId } = slot
  slot.data ??= await loaded(db, ownerId, kind, most)
  if (slot.data) await catchUp(db, ownerId, kind, slot.data, rev)
  // A new object, because a paused search continues with the old numbers.
  if (slot.data && isWorn(slot.data)) slot.data = await lean(() => load(db, ownerId, kind, most))
  slot.large = !slot.data || isOver(slot.data, most)
  if (!slot.large) return
  // The index in RAM answers until the full text is ready.
  const state = await searchState(db, ownerId, kind)
  if (state?.filled && isCurrentFormat(state)) slot.data = null
  else {
    await openFullText(db, ownerId, kind)
    fill(db, ownerId, kind)
  }
}

const bytesOf = ({ data }: Slot) => (data ? indexBytes(data) : 0)

/**
 * The owner's index of one kind with every commit before this call; concurrent callers share one load. Null =
 * too large for RAM (see `searchedIndex`). The least recently used are evicted above `maxBytes`.
 */
export async function kindIndex(
  db: Db,
  ownerId: string,
  kind: IndexedKind,
  {
    maxBytes = limits.index.maxBytes,
    maxUnits = limits.index.maxUnits,
    maxTerms = limits.index.maxTerms,
    ...wanted
  }: Wanted = {},
): Promise<IndexData | null> {
  const all = slots()
  const key = `${kind} ${ownerId}`
  const slot = getOrMake(all.byKey, key, () => ({ ownerId, data: null, large: false, busy: null, used: 0 }))
  slot.used = ++all.uses
  const rev = wanted.rev ?? (await memoryRev(db, ownerId))
  const isNow = () => slot.data !== null && slot.data.rev >= rev && !slot.large
  while (!isNow()) {
    slot.busy ??= refresh(db, kind, slot, rev, { maxUnits, maxTerms }).finally(() => {
      slot.busy = null
    })
    await slot.busy
    if (slot.large) break
  }
  // A search uses all kinds of its owner, so none of them goes.
  evict(all.byKey, maxBytes, bytesOf, (other) => other.ownerId !== ownerId && !other.busy)
  return slot.data
}
