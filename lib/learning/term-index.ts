import { type Key, nextSerial, queryWords, readTerms } from '@/lib/memory/text/terms'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'

/**
 * The entries that hold a term, each as `slot << TF_BITS | times`, in order of their slots. `times` = the
 * most often that one of them holds it.
 */
type Postings = { list: Int32Array; count: number; live: number; times: number }
/**
 * Texts by the terms in them. Each text has a slot; one that is replaced or removed leaves an empty one until
 * the index is packed. `terms` = the number of each term of a slot and how often it occurs, by number.
 */
export type TermIndex<T> = {
  /** Under this number keys know their own number in this index: a lookup by text would dominate the cost. */
  serial: number
  numbers: Map<string, number>
  postings: Postings[]
  items: (T | null)[]
  terms: (Int32Array | null)[]
  lengths: number[]
  slots: Map<string, number>
  totalLength: number
  /** Reused by queries, which leave it at 0. */
  scores: Float64Array
  /** What the length of each text adds in its score, for this average length. */
  norms: { average: number; of: Float64Array }
}

const TF_BITS = 6
const MOST = (1 << TF_BITS) - 1

export const emptyTermIndex = <T>(): TermIndex<T> => ({
  serial: nextSerial(),
  numbers: new Map(),
  postings: [],
  items: [],
  terms: [],
  lengths: [],
  slots: new Map(),
  totalLength: 0,
  scores: new Float64Array(64),
  norms: { average: 0, of: new Float64Array(0) },
})

function numberOf<T>({ serial, numbers, postings }: TermIndex<T>, key: Key): number {
  if (key.serial === serial) return key.number
  const number = numbers.get(key.text) ?? postings.length
  if (number === postings.length) {
    numbers.set(key.text, number)
    postings.push({ list: new Int32Array(2), count: 0, live: 0, times: 0 })
  }
  key.serial = serial
  key.number = number
  return number
}

/** Reused while a text is added: its term numbers, then each once with how often it occurs. */
let scratch = new Int32Array(1_024)
/** The terms of a text by number, each with how often it occurs. */
function countedTerms<T>(index: TermIndex<T>, keys: readonly Key[], count: number): Int32Array {
  if (scratch.length < 3 * count) scratch = new Int32Array(6 * count)
  for (let i = 0; i < count; i++) {
    const key = keys[i]
    if (key) scratch[i] = numberOf(index, key)
  }
  scratch.subarray(0, count).sort()
  let end = count
  for (let i = 0; i < count; i++) {
    const number = scratch[i] ?? 0
    if (i === 0 || number !== scratch[i - 1]) {
      scratch[end++] = number
      scratch[end++] = 0
    }
    scratch[end - 1] = Math.min(MOST, (scratch[end - 1] ?? 0) + 1)
  }
  return scratch.slice(count, end)
}

function append(postings: Postings, slot: number, times: number) {
  if (postings.count === postings.list.length) {
    const wider = new Int32Array(postings.list.length * 2)
    wider.set(postings.list)
    postings.list = wider
  }
  postings.list[postings.count++] = (slot << TF_BITS) | times
  postings.live += 1
  postings.times = Math.max(postings.times, times)
}

/** Adds a text, or replaces it. */
export function putText<T>(index: TermIndex<T>, id: string, text: string, item: T): void {
  removeText(index, id)
  const { keys, count } = readTerms(text)
  const slot = index.items.push(item) - 1
  const terms = countedTerms(index, keys, count)
  for (let i = 0; i < terms.length; i += 2) {
    const postings = index.postings[terms[i] ?? 0]
    if (postings) append(postings, slot, terms[i + 1] ?? 0)
  }
  index.terms.push(terms)
  index.lengths.push(count)
  index.totalLength += count
  index.slots.set(id, slot)
  if (index.scores.length < index.items.length) index.scores = new Float64Array(index.items.length * 2)
}

export function removeText<T>(index: TermIndex<T>, id: string): void {
  const slot = index.slots.get(id)
  if (slot === undefined) return
  const terms = index.terms[slot] ?? new Int32Array()
  for (let i = 0; i < terms.length; i += 2) {
    const postings = index.postings[terms[i] ?? 0]
    if (postings) postings.live -= 1
  }
  index.totalLength -= index.lengths[slot] ?? 0
  index.items[slot] = null
  index.terms[slot] = null
  index.slots.delete(id)
}

/** Whether most slots are empty, so that it should be built anew. */
export const isWorn = <T>({ items, slots }: TermIndex<T>) =>
  items.length > 1_000 && slots.size < items.length / 2

/**
 * How rare a term is that `live` texts hold. A term that none holds counts as one that a single text does.
 */
const rarity = (texts: number, live: number) => {
  const all = Math.max(texts, limits.rareOf)
  const holding = Math.min(all, Math.max(1, live))
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
}
const normOf = (length: number, average: number) => limits.k1 * (1 - limits.b + (limits.b * length) / average)
const saturated = (times: number, norm: number) => (times * (limits.k1 + 1)) / (times + norm)

function normsOf<T>(index: TermIndex<T>, average: number): Float64Array {
  const { norms, lengths } = index
  if (norms.average !== average || norms.of.length !== lengths.length)
    index.norms = { average, of: Float64Array.from(lengths, (length) => normOf(length, average)) }
  return index.norms.of
}

/** Looking a term up in a text takes about as long as reading so many postings. */
const LOOKUP = 8
const ROUNDING = 1e-9
const NO_POSTINGS: Postings = { list: new Int32Array(0), count: 0, live: 0, times: 0 }

export type Similar<T> = { slot: number; item: T; similarity: number }

export function similarTo<T>(index: TermIndex<T>, query: string, least: number): Similar<T>[] {
  const similar: Similar<T>[] = []
  eachSimilar(index, query, least, (item, slot, similarity) => similar.push({ slot, item, similarity }))
  return similar
}

/**
 * Visits the texts that share a term with a query, with their BM25 score over the query's own, at most 1.
 * Those below `least` are left out. Once the terms that are left cannot lift a text to `least` by themselves,
 * they only add to texts found before (MaxScore; Turtle and Flood 1995, "Query evaluation: strategies and
 * optimizations").
 */
export function eachSimilar<T>(
  index: TermIndex<T>,
  query: string,
  least: number,
  visit: (item: T, slot: number, similarity: number) => void,
): void {
  const { postings, items, scores, slots } = index
  const words = queryWords(query).slice(0, limits.queryTerms)
  if (words.length === 0 || slots.size === 0) return
  const average = Math.max(1, index.totalLength / slots.size)
  const norms = normsOf(index, average)
  const terms = words.map(({ keys }) => {
    const found = keys.flatMap((key) => index.numbers.get(key) ?? [])
    const sum = (of: (one: Postings) => number) =>
      found.reduce((so, number) => so + (postings[number] ? of(postings[number]) : 0), 0)
    const live = Math.max(0, ...found.map((number) => postings[number]?.live ?? 0))
    const weight = rarity(slots.size, live)
    const most = sum(({ times }) => weight * saturated(times, normOf(0, average)))
    return { found, weight, most, count: sum(({ count }) => count) }
  })
  const own = terms.reduce((sum, { weight }) => sum + weight * saturated(1, normOf(words.length, average)), 0)
  let left = terms.reduce((sum, { most }) => sum + most, 0)
  let touched: number[] = []
  for (const { found, weight, most, count } of terms.sort((a, b) => b.most - a.most)) {
    const opens = left >= least * own
    if (!opens) touched = able(scores, touched, least * own - left)
    left -= most
    const isFew = !opens && touched.length * LOOKUP < count
    for (const number of found)
      if (isFew)
        for (const slot of touched) {
          const times = timesIn(index.terms[slot], number)
          if (times) scores[slot] = (scores[slot] ?? 0) + weight * saturated(times, norms[slot] ?? 0)
        }
      else scan(index, number, weight, opens ? touched : null)
  }
  for (const slot of touched) {
    const item = items[slot]
    const similarity = Math.min(1, (scores[slot] ?? 0) / own)
    scores[slot] = 0
    if (item && similarity >= least) visit(item, slot, similarity)
  }
}

/**
 * Adds a term to the scores of the texts that hold it; to those without a score only where these are
 * collected.
 */
function scan<T>(
  { postings, scores, norms }: TermIndex<T>,
  number: number,
  weight: number,
  to: number[] | null,
) {
  const { list, count } = postings[number] ?? NO_POSTINGS
  for (let i = 0; i < count; i++) {
    const posting = list[i] ?? 0
    const slot = posting >>> TF_BITS
    const score = scores[slot] ?? 0
    if (score === 0) {
      if (!to) continue
      to.push(slot)
    }
    scores[slot] = score + weight * saturated(posting & MOST, norms.of[slot] ?? 0)
  }
}

/** The texts that may still reach the least score; the others lose theirs. */
function able(scores: Float64Array, touched: readonly number[], needed: number): number[] {
  const still: number[] = []
  for (const slot of touched)
    if ((scores[slot] ?? 0) >= needed - ROUNDING) still.push(slot)
    else scores[slot] = 0
  return still
}

/** How often a text holds a term, by binary search. */
function timesIn(terms: Int32Array | null | undefined, number: number): number {
  if (!terms) return 0
  let [from, to] = [0, terms.length / 2]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((terms[2 * middle] ?? 0) < number) from = middle + 1
    else to = middle
  }
  return terms[2 * from] === number ? (terms[2 * from + 1] ?? 0) : 0
}

/** The cosine of two texts by their slots, their terms weighed by rarity. What it has computed it keeps. */
export function likeness<T>({ terms, postings, slots }: TermIndex<T>): (a: number, b: number) => number {
  const rarities = new Map<number, number>()
  const rarityOf = (term: number) => {
    const known = rarities.get(term) ?? rarity(slots.size, postings[term]?.live ?? 0)
    rarities.set(term, known)
    return known
  }
  const weights = new Map<number, { of: Float64Array; norm: number }>()
  const weigh = (slot: number, held: Int32Array) => {
    const known = weights.get(slot)
    if (known) return known
    const of = new Float64Array(held.length / 2)
    let squares = 0
    for (let i = 0; i < of.length; i++) {
      const weight = rarityOf(held[2 * i] ?? 0) * (1 + Math.log(held[2 * i + 1] ?? 1))
      of[i] = weight
      squares += weight * weight
    }
    const fresh = { of, norm: Math.sqrt(squares) }
    weights.set(slot, fresh)
    return fresh
  }
  return (a, b) => {
    const [one, other] = [terms[a], terms[b]]
    if (!one?.length || !other?.length) return 0
    const [left, right] = [weigh(a, one), weigh(b, other)]
    let shared = 0
    for (let i = 0, j = 0; i < left.of.length && j < right.of.length; ) {
      const gap = (one[2 * i] ?? 0) - (other[2 * j] ?? 0)
      if (gap === 0) shared += (left.of[i] ?? 0) * (right.of[j] ?? 0)
      if (gap <= 0) i += 1
      if (gap >= 0) j += 1
    }
    return shared / (left.norm * right.norm)
  }
}
