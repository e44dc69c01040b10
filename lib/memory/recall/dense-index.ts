import { changesSince, memoryRev } from '@/lib/db/engine/changes'
import type { Db } from '@/lib/db/engine/client'
import { chunks } from '@/lib/db/engine/rows'
import {
  countEmbedded,
  countVectors,
  type TurnVectors,
  vectorPage,
  vectorsOfTurns,
} from '@/lib/db/memory/embeddings'
import { type Nearest, nearest } from '@/lib/db/memory/nearest'
import { filterOf, hitAt } from '@/lib/memory/index/found'
import { type IndexData, MESSAGE_PARTS, type MessageHit } from '@/lib/memory/index/load/data'
import { kindIndex } from '@/lib/memory/index/load/owner-index'
import { type IndexQuery, lexicalIndexOf, type MemoryIndex, reachFor } from '@/lib/memory/index/memory-index'
import { type Reached, reachedUnits } from '@/lib/memory/index/score/reach'
import { type Embedded, type Embedder, embedQuery } from '@/lib/model/embed/embedder'
import { getOrMake } from '@/lib/shared/group-by'
import { evict } from '@/lib/shared/keep-last'
import { limits } from '@/lib/shared/limits'
import { LEXICAL } from '@/lib/shared/memory/recall-engine'
import { once } from '@/lib/shared/once'

/** An owner's vectors of one space and one length, by turn. */
type Vectors = {
  space: string
  dims: number
  rev: number
  byTurn: Map<string, TurnVectors[]>
  /** Pieces that must not be sent to a service, so they never get a vector. */
  heldBack: number
}
type Slot = { vectors: Vectors | null; busy: Promise<Vectors | null> | null; used: number }
const slots = () => once('memory-vectors', () => ({ byOwner: new Map<string, Slot>(), uses: 0 }))

const sizeOf = (count: number, dims: number) => count * dims * Float32Array.BYTES_PER_ELEMENT
const bytesOf = ({ vectors }: Slot) =>
  vectors ? sizeOf([...vectors.byTurn.values()].flat().length, vectors.dims) : 0

function add({ byTurn }: Vectors, rows: readonly TurnVectors[]) {
  for (const row of rows) byTurn.set(row.turnId, [...(byTurn.get(row.turnId) ?? []), row])
}

/** null if they would not fit into memory. */
async function load(db: Db, ownerId: string, space: string, dims: number, maxBytes: number) {
  if (sizeOf(await countVectors(db, ownerId, space), dims) > maxBytes) return null
  const rev = await memoryRev(db, ownerId)
  const { heldBack } = await countEmbedded(db, ownerId, space)
  const vectors: Vectors = { space, dims, rev, heldBack, byTurn: new Map() }
  for (let after: { turnId: string; unit: number } | null = null; ; ) {
    const page = await vectorPage(db, ownerId, space, dims, after, limits.index.page)
    add(vectors, page.vectors)
    after = page.next
    if (!after) return vectors
  }
}

async function catchUp(db: Db, ownerId: string, vectors: Vectors): Promise<Vectors> {
  const { space, dims, byTurn } = vectors
  const changes = await changesSince(db, ownerId, vectors.rev, ['embedding', 'turn'])
  const turnIds = [...new Set(changes.map(({ refId }) => refId))]
  for (const turnId of turnIds) byTurn.delete(turnId)
  for (const some of chunks(turnIds, limits.index.page))
    add(vectors, await vectorsOfTurns(db, ownerId, space, dims, some))
  if (turnIds.length) vectors.heldBack = (await countEmbedded(db, ownerId, space)).heldBack
  vectors.rev = changes.at(-1)?.rev ?? vectors.rev
  return vectors
}

/**
 * The owner's vectors of a space and a length, with every commit before this call. The least recently used
 * owners are evicted above `maxBytes`. @returns null if this owner's own vectors do not fit.
 */
async function ownerVectors(
  db: Db,
  ownerId: string,
  space: string,
  dims: number,
  maxBytes: number = limits.dense.maxBytes,
): Promise<Vectors | null> {
  const all = slots()
  const slot = getOrMake(all.byOwner, ownerId, () => ({ vectors: null, busy: null, used: 0 }))
  slot.used = ++all.uses
  await slot.busy?.catch(() => {})
  const { vectors: known } = slot
  const fits = known?.space === space && known.dims === dims
  slot.busy ??= (fits ? catchUp(db, ownerId, known) : load(db, ownerId, space, dims, maxBytes)).finally(
    () => {
      slot.busy = null
    },
  )
  slot.vectors = await slot.busy
  evict(all.byOwner, maxBytes, bytesOf, (other, id) => id !== ownerId && !other.busy)
  return slot.vectors?.space === space && slot.vectors.dims === dims ? slot.vectors : null
}

type EmbeddingReports = {
  signal: AbortSignal
  /** Reports the cost of embedding the query. */
  spent(text: string, call: Embedded): void
  /** Called when part of memory has no usable vector. */
  missing(dims: number): Promise<void>
}
const WORDS_ALONE = 'Ranked by keywords only'

type Meant = { message: number; unit: number; cosine: number }

/** The best piece of each message. `known` = pieces with a vector; `likeness` maps a cosine to [0, 1]. */
type Compared = { known: number; best: Map<number, Meant>; likeness(cosine: number): number }

/** How far a cosine is above the other `n`; with too few to compare, the cosine itself. */
function likenessBy(n: number, mean: number, deviation: number): (cosine: number) => number {
  // Among few pieces one outlier would lift the floor above everything else.
  const floor = mean + ((limits.dense.deviations * n) / (n + limits.dense.fewPieces)) * deviation
  return (cosine) => Math.min(1, Math.max(0, n < 4 ? cosine : (cosine - floor) / Math.max(1e-6, 1 - floor)))
}

/** Where a piece of a turn is in the index; null if it is absent. */
function placeIn(data: IndexData, turnId: string, piece: number): { message: number; unit: number } | null {
  const turn = data.turnOf.get(turnId)
  if (turn === undefined) return null
  const unit = (data.messages.firstUnit[data.turns.firstMessage[turn] ?? 0] ?? 0) + piece
  const message = data.units.message[unit]
  return message !== undefined && data.messages.turn[message] === turn ? { message, unit } : null
}

function keepBest(best: Map<number, Meant>, one: Meant) {
  const so = best.get(one.message)
  if (!so || so.cosine < one.cosine) best.set(one.message, one)
}

function compare(data: IndexData, vectors: Vectors, query: Float32Array, reached: Reached): Compared {
  const best = new Map<number, Meant>()
  let [known, n, sum, squares] = [0, 0, 0, 0]
  for (const pieces of vectors.byTurn.values())
    for (const { turnId, unit, vector } of pieces) {
      const place = placeIn(data, turnId, unit)
      if (!place) continue
      known += 1
      if (reached.near(place.message) === 0) continue
      let cosine = 0
      for (let i = 0; i < vector.length; i++) cosine += (vector[i] ?? 0) * (query[i] ?? 0)
      n += 1
      sum += cosine
      squares += cosine * cosine
      keepBest(best, { ...place, cosine })
    }
  const mean = n ? sum / n : 0
  const deviation = Math.sqrt(Math.max(0, (n ? squares / n : 0) - mean * mean))
  return { known, best, likeness: likenessBy(n, mean, deviation) }
}

/** The same for the closest pieces found by the database. */
function comparedBy(data: IndexData, { pieces, known, mean, deviation }: Nearest, reached: Reached) {
  const best = new Map<number, Meant>()
  for (const { turnId, unit, cosine } of pieces) {
    const place = placeIn(data, turnId, unit)
    if (place && reached.near(place.message) > 0) keepBest(best, { ...place, cosine })
  }
  return { known, best, likeness: likenessBy(known, mean, deviation) }
}

function hitOf(data: IndexData, { message, unit }: Meant, like: MessageHit | undefined): MessageHit {
  return hitAt(data, message, unit, {
    literal: false,
    raw: 0,
    score: 0,
    parts: {},
    asked: (like?.asked ?? []).map((one) => ({ ...one, held: false })),
    // Any weight makes the found place count when an excerpt is chosen.
    weights: like?.weights ?? new Map([['', 1]]),
  })
}

const placesOf = (hits: readonly { turnId: string }[]) =>
  new Map([...new Set(hits.map((hit) => hit.turnId))].map((turnId, i) => [turnId, i + 1]))

/** Fuses both rankings: `score + weight * likeness * (1 - score)`, so without likeness the order stays. */
function fuseLexical(
  data: IndexData,
  lexical: MessageHit[],
  compared: Compared,
  reached: Reached,
  skip: ReadonlySet<string> | undefined,
): MessageHit[] {
  const messageOf = (hit: MessageHit) => {
    const turn = data.turnOf.get(hit.turnId) ?? -1
    for (let message = data.turns.firstMessage[turn] ?? 0; data.messages.turn[message] === turn; message++)
      if (
        data.messages.start[message] === hit.start &&
        MESSAGE_PARTS[data.messages.part[message] ?? 0] === hit.part
      )
        return message
    return -1
  }
  const meant = [...compared.best.values()]
    .filter(({ cosine }) => compared.likeness(cosine) > 0)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limits.dense.candidates)
    .map((one) => ({ ...one, hit: hitOf(data, one, lexical[0]) }))
    .filter(({ hit }) => !skip?.has(hit.turnId))
  const known = new Map(lexical.map((hit) => [messageOf(hit), hit]))
  const [byWords, byMeaning] = [placesOf(lexical), placesOf(meant.map(({ hit }) => hit))]
  for (const { message, hit } of meant) if (!known.has(message)) known.set(message, hit)
  return [...known]
    .map(([message, hit]) => {
      const cosine = compared.best.get(message)?.cosine
      const dense =
        cosine === undefined ? 0 : limits.dense.weight * compared.likeness(cosine) * (1 - hit.score)
      const [lexicalRank, denseRank] = [byWords.get(hit.turnId), byMeaning.get(hit.turnId)]
      const score = hit.score + dense
      return {
        ...hit,
        score,
        parts: dense > 0 ? { ...hit.parts, dense } : hit.parts,
        ranks: { ...(lexicalRank && { lexical: lexicalRank }), ...(denseRank && { dense: denseRank }) },
        order: score * Math.max(reached.near(message), 0),
      }
    })
    .sort((a, b) => b.order - a.order || b.raw - a.raw || b.at - a.at)
    .map(({ order: _, ...hit }) => hit)
}

/**
 * Ranks by words and meaning. Above `maxBytes` the database compares the vectors if it can. If anything
 * fails, it ranks by keywords only, with a notice. One instance serves one recall.
 */
export function denseIndex(
  embedder: Embedder,
  { signal, spent, missing }: EmbeddingReports,
  maxBytes: number = limits.dense.maxBytes,
): MemoryIndex {
  let notice = ''
  const byWords = lexicalIndexOf()
  const first = (hits: MessageHit[], limit: number) => {
    const turns = new Set([...placesOf(hits).keys()].slice(0, limit))
    return hits.filter((hit) => turns.has(hit.turnId))
  }
  const without = (reason: string) => {
    notice = `${WORDS_ALONE}: ${reason}`
    return null
  }
  async function meaning(db: Db, ownerId: string, query: IndexQuery) {
    const data = await kindIndex(db, ownerId, 'message')
    if (!data) return without('this memory is too large to search by meaning.')
    const call = await embedQuery(embedder, query.text, signal)
    spent(query.text, call)
    const vector = call.vectors?.[0]
    if (!vector) return without(call.error?.message ?? 'the search by meaning was stopped.')
    const vectors = await ownerVectors(db, ownerId, embedder.space, vector.length, maxBytes)
    const asked = vectors ? null : await nearest(db, ownerId, embedder.space, vector, limits.dense.asked)
    const within = reachedUnits(data, await reachFor(db, ownerId, data, query))
    const wanted = filterOf(data, query.only ?? {})
    const reached = { ...within, near: (message: number) => (wanted(message) ? within.near(message) : 0) }
    const byDatabase = asked && comparedBy(data, asked, reached)
    const compared = vectors ? compare(data, vectors, vector, reached) : byDatabase
    if (!compared) return without('this memory has more vectors than fit in RAM.')
    const { heldBack } = vectors ?? (await countEmbedded(db, ownerId, embedder.space))
    const lacking = data.live.units - heldBack - compared.known
    if (lacking > 0) {
      notice =
        compared.known === 0
          ? `${WORDS_ALONE}: nothing has been embedded with ${embedder.model} yet. It is running in the background.`
          : `${lacking} of ${data.live.units} pieces of memory are not embedded with ${embedder.model} yet, so they are ranked by keywords only.`
      await missing(vector.length)
    }
    return compared.known ? { data, reached, compared } : null
  }
  return {
    get engine() {
      return notice.startsWith(WORDS_ALONE) ? LEXICAL : `${byWords.engine} + ${embedder.model}`
    },
    notice: () => [notice, byWords.notice()].filter(Boolean).join(' '),
    async search(db, ownerId, query) {
      if (query.literal || query.of === 'messages' || query.limit <= 0)
        return byWords.search(db, ownerId, query)
      const [lexical, found] = await Promise.all([
        byWords.search(db, ownerId, { ...query, limit: Math.max(query.limit, limits.dense.candidates) }),
        meaning(db, ownerId, query).catch(() => without('the vectors could not be read.')),
      ])
      if (!found) return first(lexical, query.limit)
      return first(fuseLexical(found.data, lexical, found.compared, found.reached, query.skip), query.limit)
    },
  }
}
