import { memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import { changedStrategies, type RetrievalRow, retrievalPages } from '@/lib/db/learning/retrieval'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import {
  countStrategyVectors,
  type StrategyVector,
  strategyText,
  strategyVectorPages,
  strategyVectorsOf,
} from '@/lib/db/learning/strategy-vectors'
import { pacer } from '@/lib/shared/breath'
import { keepLast } from '@/lib/shared/keep-last'
import { limits } from '@/lib/shared/limits'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { once } from '@/lib/shared/once'
import { unrelatedCosine } from './closeness'
import { emptyTermIndex, isWorn, likeness, putText, removeText, type TermIndex } from './term-index'

/** What ranking needs of a strategy without its texts. Times in milliseconds. */
export type IndexedStrategy = {
  id: string
  quarantined: boolean
  pinned: boolean
  domain: string
  conversationId: string | null
  prior: number
  helpful: number
  harmful: number
  createdAt: number
  updatedAt: number
}
/** An owner's strategies by their words. */
export type StrategyIndex = {
  texts: TermIndex<IndexedStrategy>
  rev: number
  /** The best strategies for the playbooks of readers, best first, valid until something changes. */
  cores: Map<string, { row: StrategyRow; tokens: number }[]>
  vectors: StrategyVectors | null
}
/**
 * The vectors of those strategies that have one in a space, empty for a text that must not be sent. None at
 * all if they would not fit in memory.
 */
export type StrategyVectors = {
  space: string
  of: Map<string, Float32Array>
  /** The cosine of unrelated strategies in this space, measured among `measured` vectors. */
  unrelated: number
  measured: number
}

type Slot = { index: StrategyIndex | null; busy: Promise<unknown> }
/** By database and owner; the owners in order of their last use. */
const slots = () => once('strategy-indexes', () => new WeakMap<Db, Map<string, Slot>>())

function slotOf(db: Db, ownerId: string): Slot {
  const owners = slots().get(db) ?? new Map<string, Slot>()
  slots().set(db, owners)
  const slot = owners.get(ownerId) ?? { index: null, busy: Promise.resolve() }
  keepLast(owners, limitsOfRetrieval.keptOwners, ownerId, slot)
  return slot
}

const indexed = (row: RetrievalRow): IndexedStrategy => ({
  id: row.id,
  quarantined: row.status === 'quarantined',
  pinned: row.pinned,
  domain: row.domain,
  conversationId: row.conversationId,
  prior: row.prior,
  helpful: row.helpful,
  harmful: row.harmful,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
})

async function load(db: Db, ownerId: string, rev: number): Promise<StrategyIndex> {
  const texts = emptyTermIndex<IndexedStrategy>()
  const pace = pacer()
  for await (const rows of retrievalPages(db, ownerId))
    for (const row of rows) {
      await pace()
      putText(texts, row.id, strategyText(row), indexed(row))
    }
  return { texts, rev, cores: new Map(), vectors: null }
}

/** Reads the current rows of what changed, so neither the order of changes nor repeats matter. */
async function catchUp(db: Db, ownerId: string, index: StrategyIndex, rev: number): Promise<void> {
  const { ids, rows } = await changedStrategies(db, ownerId, index.rev)
  for (const id of ids) removeText(index.texts, id)
  for (const row of rows) putText(index.texts, row.id, strategyText(row), indexed(row))
  if (index.vectors) {
    const { space, of } = index.vectors
    for (const id of ids) of.delete(id)
    for (const some of chunks(ids)) keep(index, await strategyVectorsOf({ db, ownerId, space }, some), of)
    measureUnrelated(index.texts, index.vectors)
  }
  index.rev = rev
  if (ids.length) index.cores.clear()
}

function keep({ texts }: StrategyIndex, rows: readonly StrategyVector[], of: StrategyVectors['of']) {
  for (const { id, vector } of rows) if (texts.slots.has(id)) of.set(id, vector)
}

/** Measures again once there are twice or half as many vectors. */
function measureUnrelated(texts: StrategyIndex['texts'], vectors: StrategyVectors): StrategyVectors {
  const { of, measured } = vectors
  if (of.size <= 2 * measured && 2 * of.size >= measured) return vectors
  const alike = likeness(texts)
  const all = [...of].flatMap(([id, vector]) => {
    const slot = texts.slots.get(id)
    return slot !== undefined && vector.length > 0 ? [{ slot, vector }] : []
  })
  const unrelated = unrelatedCosine(all, (a, b) => alike(a.slot, b.slot) >= limitsOfRetrieval.unrelatedBelow)
  return Object.assign(vectors, { unrelated, measured: of.size })
}

async function loadVectors(db: Db, ownerId: string, index: StrategyIndex, space: string) {
  const of: StrategyVectors['of'] = new Map()
  const none = { space, of, unrelated: 0, measured: 0 }
  const count = await countStrategyVectors({ db, ownerId, space })
  const pace = pacer()
  for await (const rows of strategyVectorPages({ db, ownerId, space })) {
    await pace()
    const longest = Math.max(0, ...rows.map(({ vector }) => vector.byteLength))
    if (count * longest > limits.dense.maxBytes) return { ...none, of: new Map() }
    keep(index, rows, of)
  }
  return measureUnrelated(index.texts, none)
}

async function refresh(db: Db, ownerId: string, slot: Slot, space?: string): Promise<StrategyIndex> {
  const rev = await memoryRev(db, ownerId)
  // A revision that went backwards means a backup was restored.
  if (!slot.index || rev < slot.index.rev || isWorn(slot.index.texts))
    slot.index = await load(db, ownerId, rev)
  else if (rev > slot.index.rev) await catchUp(db, ownerId, slot.index, rev)
  if (space && slot.index.vectors?.space !== space)
    slot.index.vectors = await loadVectors(db, ownerId, slot.index, space)
  return slot.index
}

/**
 * An owner's strategies with every commit before this call, and their vectors in a space. Loaded on first
 * use, then kept up by the changes.
 */
export function strategyIndex(db: Db, ownerId: string, space?: string): Promise<StrategyIndex> {
  const slot = slotOf(db, ownerId)
  const read = slot.busy.then(() => refresh(db, ownerId, slot, space))
  slot.busy = read.catch(() => {
    slot.index = null
  })
  return read
}
