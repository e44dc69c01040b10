import { queryWords, readTerms } from '@/lib/memory/text/terms'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'

/**
 * The entries that hold a term, each as `slot << TF_BITS | times`, in order of their slots. `times` = the most often
 * that one of them holds it.
 */
type Postings = { list: Int32Array; count: number; live: number; times: number }
/**
 * Texts by the terms in them. Each text has a slot; one that is replaced or removed leaves an empty one until
 * the index is packed. `terms` = the number of each term of a slot and how often it occurs, by number.
 */
export type TermIndex<T> = {
  numbers: Map<string, number>
  postings: Postings[]
  items: (T | null)[]
  terms: (Int32Array | null)[]
  lengths: number[]
  slots: Map<string, number>
  totalLength: number
  /** Reused by queries, which leave it at 0. */
  scores: Float64Array
}

const TF_BITS = 6
const MOST = (1 << TF_BITS) - 1

export const emptyTermIndex = <T>(): TermIndex<T> => ({
  numbers: new Map(),
  postings: [],
  items: [],
  terms: [],
  lengths: [],
  slots: new Map(),
  totalLength: 0,
  scores: new Float64Array(64),
})

function numberOf<T>(index: TermIndex<T>, term: string): number {
  const known = index.numbers.get(term)
  if (known !== undefined) return known
  index.numbers.set(term, index.postings.length)
  return index.postings.push({ list: new Int32Array(2), count: 0, live: 0, times: 0 }) - 1
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
  const numbers = keys.slice(0, count).map(({ text }) => numberOf(index, text))
  const slot = index.items.push(item) - 1
  const terms: number[] = []
  for (const number of numbers.sort((a, b) => a - b)) {
    const times = terms.at(-2) === number ? (terms.pop() ?? 0) : 0
    if (times === 0) terms.push(number)
    terms.push(Math.min(MOST, times + 1))
  }
  for (let i = 0; i < terms.length; i += 2) {
    const postings = index.postings[terms[i] ?? 0]
    if (postings) append(postings, slot, terms[i + 1] ?? 0)
  }
  index.terms.push(Int32Array.from(terms))
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

/** How rare a term is that `live` texts hold. A term that none holds counts as one that a single text does. */
const rarity = (texts: number, live: number) => {
  const all = Math.max(texts, limits.rareOf)
  const holding = Math.min(all, Math.max(1, live))
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
}
const saturated = (times: number, length: number, average: number) =>
  (times * (limits.k1 + 1)) / (times + limits.k1 * (1 - limits.b + (limits.b * length) / average))

export type Similar<T> = { slot: number; item: T; similarity: number }

/**
 * The texts that share a term with a query, with their BM25 score over the query's own, at most 1. Those below
 * `least` are left out. Once the terms that are left cannot lift a text to `least` by themselves, they only add to
 * texts found before (MaxScore; Turtle and Flood 1995, "Query evaluation: strategies and optimizations").
 */
export function similarTo<T>(index: TermIndex<T>, query: string, least: number): Similar<T>[] {
  const { postings, items, lengths, scores, slots } = index
  const words = queryWords(query).slice(0, limits.queryTerms)
  if (words.length === 0 || slots.size === 0) return []
  const average = Math.max(1, index.totalLength / slots.size)
  const terms = words.map(({ keys }) => {
    const found = keys.flatMap((key) => postings[index.numbers.get(key) ?? -1] ?? [])
    const weight = rarity(slots.size, Math.max(0, ...found.map(({ live }) => live)))
    const most = found.reduce((sum, { times }) => sum + weight * saturated(times, 0, average), 0)
    return { found, weight, most }
  })
  const own = terms.reduce((sum, { weight }) => sum + weight * saturated(1, words.length, average), 0)
  let left = terms.reduce((sum, { most }) => sum + most, 0)
  const touched: number[] = []
  for (const { found, weight, most } of terms.sort((a, b) => b.most - a.most)) {
    const opens = left >= least * own
    left -= most
    for (const { list, count } of found)
      for (let i = 0; i < count; i++) {
        const posting = list[i] ?? 0
        const slot = posting >>> TF_BITS
        const score = scores[slot] ?? 0
        if (score === 0) {
          if (!opens) continue
          touched.push(slot)
        }
        scores[slot] = score + weight * saturated(posting & MOST, lengths[slot] ?? 0, average)
      }
  }
  const similar: Similar<T>[] = []
  for (const slot of touched) {
    const item = items[slot]
    const similarity = Math.min(1, (scores[slot] ?? 0) / own)
    scores[slot] = 0
    if (item && similarity >= least) similar.push({ slot, item, similarity })
  }
  return similar
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
