import { changesSince, memoryRev } from '@/lib/db/changes'
import type { Db } from '@/lib/db/client'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import type { MemoryKind } from '@/lib/shared/search'
import { compacted } from './compact'
import { emptyIndex, INDEX_FORMAT, type IndexData, sizeOf } from './data'
import type { Entry } from './entry'
import { putEntry, removeTurn } from './put'
import { SOURCES } from './sources'

type Slot = { ownerId: string; data: IndexData | null; busy: Promise<void> | null; used: number }
/** By kind and owner. */
type Slots = { byKey: Map<string, Slot>; uses: number }
const slots = () => once<Slots>('memory-index', () => ({ byKey: new Map(), uses: 0 }))

/** Lets requests in between two pieces of work. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
const PIECE = 100

async function putAll(data: IndexData, entries: Entry[]) {
  for (let i = 0; i < entries.length; i += PIECE) {
    for (const entry of entries.slice(i, i + PIECE)) putEntry(data, entry)
    await breath()
  }
}

/** Builds an owner's index of one kind from the database, page by page; what is committed meanwhile is caught up with afterwards. */
async function load(db: Db, ownerId: string, kind: MemoryKind): Promise<IndexData> {
  const data = emptyIndex(kind)
  data.rev = await memoryRev(db, ownerId)
  for await (const page of SOURCES[kind].pages(db, ownerId)) await putAll(data, page)
  return data
}

/** Applies every commit after the index's revision. The database says what is true now, so the order of changes and whether one was seen before do not matter. */
async function catchUp(db: Db, ownerId: string, data: IndexData): Promise<IndexData> {
  const rev = await memoryRev(db, ownerId)
  const changes = await changesSince(db, ownerId, data.rev)
  const source = SOURCES[data.kind]
  const ids = [...(await source.affected(db, ownerId, changes, data))]
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

async function refresh(db: Db, ownerId: string, kind: MemoryKind, slot: Slot): Promise<void> {
  slot.data = await catchUp(db, ownerId, slot.data?.format === INDEX_FORMAT ? slot.data : await load(db, ownerId, kind))
}

function evict(mine: Slot, maxBytes: number) {
  const all = slots().byKey
  const idle = [...all].filter(([, slot]) => slot !== mine && !slot.busy).sort(([, a], [, b]) => a.used - b.used)
  let bytes = [...all.values()].reduce((sum, slot) => sum + (slot.data ? sizeOf(slot.data) : 0), 0)
  for (const [key, slot] of idle) {
    if (bytes <= maxBytes) return
    bytes -= slot.data ? sizeOf(slot.data) : 0
    all.delete(key)
  }
}

/**
 * The owner's index of one kind of memory, holding at least every commit made before this call; several callers share one load or catch-up.
 * Each kind is loaded when it is first asked for. The least recently used idle indexes give way when all together are over `maxBytes`.
 */
export async function kindIndex(db: Db, ownerId: string, kind: MemoryKind, maxBytes: number = limits.index.maxBytes): Promise<IndexData> {
  const all = slots()
  const key = `${kind} ${ownerId}`
  const slot = all.byKey.get(key) ?? { ownerId, data: null, busy: null, used: 0 }
  all.byKey.set(key, slot)
  slot.used = ++all.uses
  const rev = await memoryRev(db, ownerId)
  let data = slot.data
  while (!data || data.format !== INDEX_FORMAT || data.rev < rev) {
    slot.busy ??= refresh(db, ownerId, kind, slot).finally(() => {
      slot.busy = null
    })
    await slot.busy
    data = slot.data
  }
  evict(slot, maxBytes)
  return data
}

/** What was said, as recall asks for it. */
export const ownerIndex = (db: Db, ownerId: string, maxBytes?: number) => kindIndex(db, ownerId, 'message', maxBytes)

/** Owners with an index in memory. */
export const loadedOwners = () => [...new Set([...slots().byKey.values()].flatMap((slot) => (slot.data ? [slot.ownerId] : [])))]
