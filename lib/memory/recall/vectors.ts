import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/pages'
import {
  countEmbedded,
  countVectors,
  type TurnVectors,
  vectorPage,
  vectorsOfTurns,
} from '@/lib/db/memory/embeddings'
import { limits } from '@/lib/shared/limits'
import { once } from '@/lib/shared/once'

/** An owner's vectors of one space and one length, row by row; a row whose turn was embedded anew is dead. */
const noVectors = (space: string, dims: number, rev: number, heldBack: number) => ({
  space,
  dims,
  rev,
  matrix: new Float32Array(0),
  count: 0,
  turns: [] as string[],
  units: [] as number[],
  live: [] as boolean[],
  rowsOf: new Map<string, number[]>(),
  /** Pieces that must not be sent to a service, so they never get a vector. */
  heldBack,
})
export type Vectors = ReturnType<typeof noVectors>
type Slot = { vectors: Vectors | null; busy: Promise<Vectors | null> | null; used: number }
const slots = () => once('memory-vectors', () => ({ byOwner: new Map<string, Slot>(), uses: 0 }))

const bytesOf = ({ vectors }: Slot) => vectors?.matrix.byteLength ?? 0
const FIRST_ROWS = 256
const MOST_DEAD = 0.2

function add(vectors: Vectors, { turnId, unit, vector }: TurnVectors) {
  const { dims } = vectors
  if ((vectors.count + 1) * dims > vectors.matrix.length) {
    const grown = new Float32Array(Math.max(FIRST_ROWS * dims, vectors.matrix.length * 2))
    grown.set(vectors.matrix)
    vectors.matrix = grown
  }
  const row = vectors.count++
  vectors.matrix.set(vector, row * dims)
  vectors.turns.push(turnId)
  vectors.units.push(unit)
  vectors.live.push(true)
  vectors.rowsOf.set(turnId, [...(vectors.rowsOf.get(turnId) ?? []), row])
}

/** null if they would not fit into memory. */
async function load(db: Db, ownerId: string, space: string, dims: number, maxBytes: number) {
  if ((await countVectors(db, ownerId, space)) * dims * Float32Array.BYTES_PER_ELEMENT > maxBytes) return null
  const rev = await memoryRev(db, ownerId)
  const { heldBack } = await countEmbedded(db, ownerId, space)
  const vectors = noVectors(space, dims, rev, heldBack)
  for (let after: { turnId: string; unit: number } | null = null; ; ) {
    const page = await vectorPage(db, ownerId, space, dims, after, limits.index.page)
    for (const row of page.vectors) add(vectors, row)
    after = page.next
    if (!after) return vectors
  }
}

async function catchUp(db: Db, ownerId: string, vectors: Vectors): Promise<Vectors> {
  const changes = await changesSince(db, ownerId, vectors.rev, ['embedding', 'turn'])
  const turnIds = [...new Set(changes.map(({ refId }) => refId))]
  if (turnIds.length) {
    for (const turnId of turnIds) {
      for (const row of vectors.rowsOf.get(turnId) ?? []) vectors.live[row] = false
      vectors.rowsOf.delete(turnId)
    }
    const { space, dims } = vectors
    for (const some of chunks(turnIds, limits.index.page))
      for (const row of await vectorsOfTurns(db, ownerId, space, dims, some)) add(vectors, row)
    vectors.heldBack = (await countEmbedded(db, ownerId, vectors.space)).heldBack
  }
  vectors.rev = changes.at(-1)?.rev ?? vectors.rev
  return vectors
}

const isWorn = ({ live, count }: Vectors) =>
  count > FIRST_ROWS && live.filter((alive) => !alive).length > count * MOST_DEAD

/**
 * The owner's vectors of a space and a length, with every commit before this call. The least recently used
 * owners are evicted above `maxBytes`. @returns null if this owner's own vectors do not fit.
 */
export async function ownerVectors(
  db: Db,
  ownerId: string,
  space: string,
  dims: number,
  maxBytes: number = limits.dense.maxBytes,
): Promise<Vectors | null> {
  const all = slots()
  const slot = all.byOwner.get(ownerId) ?? { vectors: null, busy: null, used: 0 }
  all.byOwner.set(ownerId, slot)
  slot.used = ++all.uses
  await slot.busy?.catch(() => {})
  const fits = slot.vectors?.space === space && slot.vectors.dims === dims && !isWorn(slot.vectors)
  slot.busy ??= (
    fits && slot.vectors ? catchUp(db, ownerId, slot.vectors) : load(db, ownerId, space, dims, maxBytes)
  ).finally(() => {
    slot.busy = null
  })
  slot.vectors = await slot.busy
  let bytes = [...all.byOwner.values()].reduce((sum, one) => sum + bytesOf(one), 0)
  const idle = [...all.byOwner].filter(([id, one]) => id !== ownerId && !one.busy)
  for (const [id, one] of idle.sort(([, a], [, b]) => a.used - b.used)) {
    if (bytes <= maxBytes) break
    bytes -= bytesOf(one)
    all.byOwner.delete(id)
  }
  return slot.vectors?.space === space && slot.vectors.dims === dims ? slot.vectors : null
}
