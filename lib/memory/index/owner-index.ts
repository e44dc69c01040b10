import { changesSince, memoryRev } from '@/lib/db/changes'
import type { Db } from '@/lib/db/client'
import { searchState } from '@/lib/db/full-text'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import type { MemoryKind } from '@/lib/shared/search'
import { readTerms } from '../terms'
import { type Bulk, settle, startBulk } from './bulk'
import { compacted } from './compact'
import { emptyIndex, INDEX_FORMAT, type IndexData, sizeOf } from './data'
import type { Entry, Said } from './entry'
import { dropFullText, fillFullText, openFullText } from './full-text'
import { knownInMemory } from './known'
import { putEntry, removeTurn } from './put'
import { SOURCES } from './sources'

/** `large` = it has more units than are held in memory. */
type Slot = {
  ownerId: string
  data: IndexData | null
  large: boolean
  busy: Promise<void> | null
  used: number
}
/** Bytes that all indexes take together, and units that one may have. */
export type Size = { maxBytes?: number; maxUnits?: number }
/** `rev` = the revision of memory that is held at least, where it is known; else it is asked for. */
export type Wanted = Size & { rev?: number }
/** By kind and owner. */
type Slots = { byKey: Map<string, Slot>; uses: number }
const slots = () => once<Slots>('memory-index', () => ({ byKey: new Map(), uses: 0 }))

/** Entries and characters after which others have their turn. */
const [PIECE, PIECE_CHARS] = [100, 40_000]
const LONG_CHARS = 10_000

/** Reads a long text piece by piece: what is found out about its words is kept for the reading in one go that follows. */
async function readAhead({ text, start, end }: Said) {
  for (let at = start; end - start > LONG_CHARS && at < end; at += LONG_CHARS) {
    readTerms(text.slice(at, Math.min(end, at + LONG_CHARS)))
    await breath()
  }
}

async function putAll(data: IndexData, entries: Entry[], bulk: Bulk | null = null) {
  let [count, chars] = [0, 0]
  for (const entry of entries) {
    for (const said of entry.said) {
      await readAhead(said)
      chars += said.end - said.start
    }
    putEntry(data, entry, bulk)
    count += 1
    if (count < PIECE && chars < PIECE_CHARS) continue
    await breath()
    count = chars = 0
  }
  await breath()
}

/** Builds an owner's index of one kind from the database, page by page; what is committed meanwhile is caught up with afterwards. Null, and what was read is let go, once it is over `maxUnits`. */
async function load(db: Db, ownerId: string, kind: MemoryKind, maxUnits: number): Promise<IndexData | null> {
  const data = emptyIndex(kind)
  const bulk = startBulk()
  data.rev = await memoryRev(db, ownerId)
  for await (const page of SOURCES[kind].pages(db, ownerId)) {
    await putAll(data, page, bulk)
    if (data.live.units > maxUnits) return null
  }
  settle(bulk, data)
  return data
}

/** Applies every commit after the index's revision. The database says what is true now, so the order of changes and whether one was seen before do not matter. */
async function catchUp(db: Db, ownerId: string, data: IndexData): Promise<IndexData> {
  const rev = await memoryRev(db, ownerId)
  const changes = await changesSince(db, ownerId, data.rev)
  const source = SOURCES[data.kind]
  const ids = [...(await source.affected(db, ownerId, changes, knownInMemory(data)))]
  for (let i = 0; i < ids.length; i += limits.index.page) {
    const wanted = ids.slice(i, i + limits.index.page)
    const found = await source.byIds(db, ownerId, wanted)
    const there = new Set(found.map((entry) => entry.id))
    for (const id of wanted) if (!there.has(id)) removeTurn(data, id)
    await putAll(data, found)
  }
  data.rev = Math.max(data.rev, rev, changes.at(-1)?.rev ?? 0)
  return compacted(data)
}

/** Whether the database's full text stands for the index: it is being made, or has more than the limit; much less than the limit and it goes again. */
async function isLarge(db: Db, ownerId: string, kind: MemoryKind, maxUnits: number): Promise<boolean> {
  const state = await searchState(db, ownerId, kind)
  if (!state?.format) return false
  if (!state.filled || state.units >= maxUnits * limits.fullText.shrunk) return true
  await dropFullText(db, state)
  return false
}

/** What fails in the background is tried again by the next query. */
const fill = (db: Db, ownerId: string, kind: MemoryKind) =>
  void fillFullText(db, ownerId, kind).catch(() => {})

async function refresh(
  db: Db,
  ownerId: string,
  kind: MemoryKind,
  slot: Slot,
  maxUnits: number,
): Promise<void> {
  const held = slot.data?.format === INDEX_FORMAT ? slot.data : null
  const data =
    held ?? ((await isLarge(db, ownerId, kind, maxUnits)) ? null : await load(db, ownerId, kind, maxUnits))
  slot.data = data && (await catchUp(db, ownerId, data))
  slot.large = !slot.data || slot.data.live.units > maxUnits
  if (!slot.large) return
  // What is in memory already answers until the full text is there.
  if ((await searchState(db, ownerId, kind))?.filled) slot.data = null
  else {
    await openFullText(db, ownerId, kind)
    fill(db, ownerId, kind)
  }
}

function evict(mine: Slot, maxBytes: number) {
  const all = slots().byKey
  const idle = [...all]
    .filter(([, slot]) => slot !== mine && !slot.busy)
    .sort(([, a], [, b]) => a.used - b.used)
  let bytes = [...all.values()].reduce((sum, slot) => sum + (slot.data ? sizeOf(slot.data) : 0), 0)
  for (const [key, slot] of idle) {
    if (bytes <= maxBytes) return
    bytes -= slot.data ? sizeOf(slot.data) : 0
    all.delete(key)
  }
}

/**
 * The owner's index of one kind of memory, holding at least every commit made before this call; several callers share one load or catch-up. Null when it has more units
 * than are held in memory: `searchedIndex` is for those. Each kind is loaded when it is first asked for. The least recently used idle indexes give way when all together are over `maxBytes`.
 */
export async function kindIndex(
  db: Db,
  ownerId: string,
  kind: MemoryKind,
  { maxBytes = limits.index.maxBytes, maxUnits = limits.index.maxUnits, ...wanted }: Wanted = {},
): Promise<IndexData | null> {
  const all = slots()
  const key = `${kind} ${ownerId}`
  const slot = all.byKey.get(key) ?? { ownerId, data: null, large: false, busy: null, used: 0 }
  all.byKey.set(key, slot)
  slot.used = ++all.uses
  const rev = wanted.rev ?? (await memoryRev(db, ownerId))
  const isNow = () =>
    slot.data !== null && slot.data.format === INDEX_FORMAT && slot.data.rev >= rev && !slot.large
  while (!isNow()) {
    slot.busy ??= refresh(db, ownerId, kind, slot, maxUnits).finally(() => {
      slot.busy = null
    })
    await slot.busy
    if (slot.large) break
  }
  evict(slot, maxBytes)
  return slot.data
}

/** The same where it is known to fit. @throws Error when it does not. */
export async function wholeIndex(db: Db, ownerId: string, kind: MemoryKind, size?: Size): Promise<IndexData> {
  const data = await kindIndex(db, ownerId, kind, size)
  if (!data) throw new Error('this memory is too large to be held')
  return data
}

/** What was said, as recall asks for it. */
export const ownerIndex = (db: Db, ownerId: string, maxBytes?: number) =>
  wholeIndex(db, ownerId, 'message', maxBytes === undefined ? {} : { maxBytes })

/** Owners with an index in memory. */
export const loadedOwners = () => [
  ...new Set([...slots().byKey.values()].flatMap((slot) => (slot.data ? [slot.ownerId] : []))),
]
