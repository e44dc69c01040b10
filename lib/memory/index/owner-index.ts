import { changesSince, memoryRev } from '@/lib/db/changes'
import type { Db } from '@/lib/db/client'
import { type TurnText, textPage, textsById, turnIdsOf } from '@/lib/db/turn-texts'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'
import { compacted } from './compact'
import { emptyIndex, INDEX_FORMAT, type IndexData, sizeOf } from './data'
import { putTurn, removeTurn } from './put'

type Slot = { data: IndexData | null; busy: Promise<void> | null; used: number }
type Slots = { byOwner: Map<string, Slot>; uses: number }
const slots = () => once<Slots>('memory-index', () => ({ byOwner: new Map(), uses: 0 }))

/** Lets requests in between two pieces of work. */
const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
const PIECE = 100

async function putAll(data: IndexData, turns: TurnText[]) {
  for (let i = 0; i < turns.length; i += PIECE) {
    for (const turn of turns.slice(i, i + PIECE)) putTurn(data, turn)
    await breath()
  }
}

/** Builds an owner's index from the database, page by page; what is committed meanwhile is caught up with afterwards. */
async function load(db: Db, ownerId: string): Promise<IndexData> {
  const data = emptyIndex()
  data.rev = await memoryRev(db, ownerId)
  for (let last: TurnText | null = null; ; ) {
    const page: TurnText[] = await textPage(db, ownerId, last, limits.index.page)
    await putAll(data, page)
    last = page.at(-1) ?? null
    if (page.length < limits.index.page) return data
  }
}

/** Applies every commit after the index's revision. The database says what is true now, so the order of changes and whether one was seen before do not matter. */
async function catchUp(db: Db, ownerId: string, data: IndexData): Promise<IndexData> {
  const rev = await memoryRev(db, ownerId)
  const changes = await changesSince(db, ownerId, data.rev)
  const changed = (kind: string) => new Set(changes.filter((change) => change.kind === kind).map((change) => change.refId))
  const turnIds = changed('turn')
  for (const conversationId of changed('conversation')) {
    const there = new Set(await turnIdsOf(db, ownerId, conversationId))
    const conversation = data.conversations.at.get(conversationId)
    data.turns.id.forEach((id, turn) => {
      if (data.turns.conversation[turn] === conversation && !there.has(id)) removeTurn(data, id)
    })
    for (const id of there) if (!data.turnOf.has(id)) turnIds.add(id)
  }
  const ids = [...turnIds]
  for (let i = 0; i < ids.length; i += limits.index.page) {
    const wanted = ids.slice(i, i + limits.index.page)
    const found = await textsById(db, ownerId, wanted)
    const there = new Set(found.map((turn) => turn.id))
    for (const id of wanted) if (!there.has(id)) removeTurn(data, id)
    await putAll(
      data,
      found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)),
    )
  }
  data.rev = Math.max(data.rev, rev, changes.at(-1)?.rev ?? 0)
  return compacted(data)
}

async function refresh(db: Db, ownerId: string, slot: Slot): Promise<void> {
  slot.data = await catchUp(db, ownerId, slot.data?.format === INDEX_FORMAT ? slot.data : await load(db, ownerId))
}

function evict(mine: string, maxBytes: number) {
  const all = slots().byOwner
  const idle = [...all].filter(([ownerId, slot]) => ownerId !== mine && !slot.busy).sort(([, a], [, b]) => a.used - b.used)
  let bytes = [...all.values()].reduce((sum, slot) => sum + (slot.data ? sizeOf(slot.data) : 0), 0)
  for (const [ownerId, slot] of idle) {
    if (bytes <= maxBytes) return
    bytes -= slot.data ? sizeOf(slot.data) : 0
    all.delete(ownerId)
  }
}

/**
 * The owner's index, holding at least every commit made before this call; several callers share one load or catch-up.
 * The least recently used idle indexes give way when all together are over `maxBytes`.
 */
export async function ownerIndex(db: Db, ownerId: string, maxBytes: number = limits.index.maxBytes): Promise<IndexData> {
  const all = slots()
  const slot = all.byOwner.get(ownerId) ?? { data: null, busy: null, used: 0 }
  all.byOwner.set(ownerId, slot)
  slot.used = ++all.uses
  const rev = await memoryRev(db, ownerId)
  let data = slot.data
  while (!data || data.format !== INDEX_FORMAT || data.rev < rev) {
    slot.busy ??= refresh(db, ownerId, slot).finally(() => {
      slot.busy = null
    })
    await slot.busy
    data = slot.data
  }
  evict(ownerId, maxBytes)
  return data
}

/** Owners whose index is in memory. */
export const loadedOwners = () => [...slots().byOwner].filter(([, slot]) => slot.data).map(([ownerId]) => ownerId)
