import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { changedStrategies, type RetrievalRow, retrievalPages } from '@/lib/db/learning/strategies'
import { pacer } from '@/lib/shared/breath'
import { getOrMake } from '@/lib/shared/group-by'
import { keepLast } from '@/lib/shared/keep-last'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { once } from '@/lib/shared/once'
import type { Words } from '@/lib/shared/pick'
import type { RecallScope } from '@/lib/shared/schemas'
import { emptyTermIndex, isWorn, putText, removeText, type TermIndex } from './term-index'

/** What ranking needs of a strategy without its texts. Times in milliseconds. */
export type IndexedStrategy = Omit<
  RetrievalRow,
  Words<'title description content query status createdAt updatedAt'>
> & { quarantined: boolean; createdAt: number; updatedAt: number }
export type StrategyIndex = {
  texts: TermIndex<IndexedStrategy>
  rev: number
}

type Slot = { index: StrategyIndex | null; busy: Promise<unknown> }
/** By database and owner; the owners in order of their last use. */
const slots = () => once('strategy-indexes', () => new WeakMap<Db, Map<string, Slot>>())

function slotOf(db: Db, ownerId: string): Slot {
  const owners = getOrMake(slots(), db, () => new Map<string, Slot>())
  const slot = owners.get(ownerId) ?? { index: null, busy: Promise.resolve() }
  keepLast(owners, limitsOfRetrieval.keptOwners, ownerId, slot)
  return slot
}

function put(texts: StrategyIndex['texts'], row: RetrievalRow) {
  const { title, description, content, query, status, createdAt, updatedAt, ...rest } = row
  const times = { createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() }
  const item = { ...rest, ...times, quarantined: status === 'quarantined' }
  putText(texts, row.id, [title, description, content, query].join('\n'), item)
}

async function load(db: Db, ownerId: string, rev: number): Promise<StrategyIndex> {
  const texts = emptyTermIndex<IndexedStrategy>()
  const pace = pacer()
  for await (const rows of retrievalPages(db, ownerId))
    for (const row of rows) {
      await pace()
      put(texts, row)
    }
  return { texts, rev }
}

/** Reads the current rows of what changed, so neither the order of changes nor repeats matter. */
async function catchUp(db: Db, ownerId: string, index: StrategyIndex, rev: number): Promise<void> {
  const { ids, rows } = await changedStrategies(db, ownerId, index.rev)
  for (const id of ids) removeText(index.texts, id)
  for (const row of rows) put(index.texts, row)
  index.rev = rev
}

async function refresh(db: Db, ownerId: string, slot: Slot): Promise<StrategyIndex> {
  const rev = await memoryRev(db, ownerId)
  // A revision that went backwards means a backup was restored.
  if (!slot.index || rev < slot.index.rev || isWorn(slot.index.texts))
    slot.index = await load(db, ownerId, rev)
  else if (rev > slot.index.rev) await catchUp(db, ownerId, slot.index, rev)
  return slot.index
}

/** An owner's strategies with every commit before this call, kept up by the changes. */
export function strategyIndex(db: Db, ownerId: string): Promise<StrategyIndex> {
  const slot = slotOf(db, ownerId)
  const read = slot.busy.then(() => refresh(db, ownerId, slot))
  slot.busy = read.catch(() => {
    slot.index = null
  })
  return read
}

/** Who requests strategies. `reach` conversation = only those of the conversation; `domain` '' = any. */
export type StrategyReader = {
  db: Db
  ownerId: string
  conversationId: string
  reach: RecallScope
  domain: string
  minConfidence: number
}

/** Whether a reader may see a strategy: of the person or of this conversation, and trusted enough. */
export function isInScope(
  { conversationId: of, prior }: IndexedStrategy,
  { conversationId: here, reach, minConfidence }: StrategyReader,
): boolean {
  if (reach === 'off' || prior < minConfidence) return false
  return of === null ? reach === 'owner' : of === here
}
