import { type Key, nextSerial } from '@/lib/memory/text/known-words'
import { queryWords, readTerms } from '@/lib/memory/text/terms'
import { rarityInLanguage } from '@/lib/model/tokens'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'

/** The slots that hold a term, in order; `live` = how many of them are not empty by now. */
type Postings = { list: Int32Array; count: number; live: number }
/** Texts by the terms in them. A removed text leaves an empty slot. `terms` = numbers, ascending. */
export type TermIndex<T> = {
  /** Under this number keys know their own number in this index: a lookup by text would dominate the cost. */
  serial: number
  numbers: Map<string, number>
  postings: Postings[]
  items: (T | null)[]
  terms: (Int32Array | null)[]
  slots: Map<string, number>
  /** Reused by queries, which leave it at 0. */
  scores: Float64Array
}

export const emptyTermIndex = <T>(): TermIndex<T> => ({
  serial: nextSerial(),
  numbers: new Map(),
  postings: [],
  items: [],
  terms: [],
  slots: new Map(),
  scores: new Float64Array(64),
})

function numberOf<T>({ serial, numbers, postings }: TermIndex<T>, key: Key): number {
  if (key.serial === serial) return key.number
  const number = numbers.get(key.text) ?? postings.length
  if (number === postings.length) {
    numbers.set(key.text, number)
    postings.push({ list: new Int32Array(2), count: 0, live: 0 })
  }
  key.serial = serial
  key.number = number
  return number
}

function append(postings: Postings, slot: number) {
  if (postings.count === postings.list.length) {
    const wider = new Int32Array(postings.list.length * 2)
    wider.set(postings.list)
    postings.list = wider
  }
  postings.list[postings.count++] = slot
  postings.live += 1
}

export function putText<T>(index: TermIndex<T>, id: string, text: string, item: T): void {
  removeText(index, id)
  const { keys, count } = readTerms(text)
  const slot = index.items.push(item) - 1
  const numbers = new Set<number>()
  for (let i = 0; i < count; i++) {
    const key = keys[i]
    if (key) numbers.add(numberOf(index, key))
  }
  const terms = Int32Array.from(numbers).sort()
  for (const number of terms) {
    const postings = index.postings[number]
    if (postings) append(postings, slot)
  }
  index.terms.push(terms)
  index.slots.set(id, slot)
  if (index.scores.length < index.items.length) index.scores = new Float64Array(index.items.length * 2)
}

export function removeText<T>(index: TermIndex<T>, id: string): void {
  const slot = index.slots.get(id)
  if (slot === undefined) return
  for (const number of index.terms[slot] ?? []) {
    const postings = index.postings[number]
    if (postings) postings.live -= 1
  }
  index.items[slot] = null
  index.terms[slot] = null
  index.slots.delete(id)
}

/** Whether most slots are empty, so that it should be built anew. */
export const isWorn = <T>({ items, slots }: TermIndex<T>) =>
  items.length > 1_000 && slots.size < items.length / 2

/** How rare a term is that `live` texts hold; 0 counts as 1. */
const rarity = (texts: number, live: number) => {
  const all = Math.max(texts, limits.rareOf)
  const holding = Math.min(all, Math.max(1, live))
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5))
}
/** Looking a term up in a text takes about as long as reading so many postings. */
const LOOKUP = 8
const ROUNDING = 1e-9

/**
 * Visits the texts that share words with a query. A shared word counts by how rare it is, here and in the
 * language; two words as rare as can be reach 1, of a long query more. Texts below `least` are left out: once
 * the terms that are left cannot lift a text to it, they only add to texts found before (MaxScore; Turtle and
 * Flood 1995, "Query evaluation: strategies and optimizations").
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
  const full = 2 * rarity(slots.size, 1) * Math.sqrt(Math.max(1, words.length / limits.shortQuery))
  const terms = words.map(({ word, keys }) => {
    const found = keys.flatMap((key) => postings[index.numbers.get(key) ?? -1] ?? [])
    const live = Math.max(0, ...found.map((one) => one.live))
    const weight = rarity(slots.size, live) * rarityInLanguage(word)
    const count = found.reduce((sum, one) => sum + one.count, 0)
    return { keys, found, weight, most: weight * found.length, count }
  })
  const needed = least * full
  let left = terms.reduce((sum, { most }) => sum + most, 0)
  let touched: number[] = []
  for (const { keys, found, weight, most, count } of terms.sort((a, b) => b.most - a.most)) {
    const opens = left >= needed
    if (!opens) touched = able(scores, touched, needed - left)
    left -= most
    if (!opens && touched.length * LOOKUP < count) {
      for (const slot of touched)
        for (const key of keys)
          if (holds(index.terms[slot], index.numbers.get(key))) scores[slot] = (scores[slot] ?? 0) + weight
    } else for (const one of found) scan(scores, one, weight, opens ? touched : null)
  }
  for (const slot of touched) {
    const item = items[slot]
    const similarity = Math.min(1, (scores[slot] ?? 0) / full)
    scores[slot] = 0
    if (item && similarity >= least) visit(item, slot, similarity)
  }
}

/** Adds a term to the scores of the texts that hold it; to those without a score only with `to`. */
function scan(scores: Float64Array, { list, count }: Postings, weight: number, to: number[] | null) {
  for (let i = 0; i < count; i++) {
    const slot = list[i] ?? 0
    const score = scores[slot] ?? 0
    if (score === 0) {
      if (!to) continue
      to.push(slot)
    }
    scores[slot] = score + weight
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

function holds(terms: Int32Array | null | undefined, number: number | undefined): boolean {
  if (!terms || number === undefined) return false
  let [from, to] = [0, terms.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((terms[middle] ?? 0) < number) from = middle + 1
    else to = middle
  }
  return terms[from] === number
}

/** The cosine of two texts by their slots, their terms weighed by rarity. What it has computed it keeps. */
export function likeness<T>({ terms, postings, slots }: TermIndex<T>): (a: number, b: number) => number {
  const squares = new Map<number, number>()
  const squareOf = (term: number) => {
    const known = squares.get(term) ?? rarity(slots.size, postings[term]?.live ?? 0) ** 2
    squares.set(term, known)
    return known
  }
  const norms = new Map<number, number>()
  const normOf = (slot: number, held: Int32Array) => {
    const known = norms.get(slot) ?? Math.sqrt(held.reduce((sum, term) => sum + squareOf(term), 0))
    norms.set(slot, known)
    return known
  }
  return (a, b) => {
    const [one, other] = [terms[a], terms[b]]
    if (!one?.length || !other?.length) return 0
    let shared = 0
    for (let i = 0, j = 0; i < one.length && j < other.length; ) {
      const gap = (one[i] ?? 0) - (other[j] ?? 0)
      if (gap === 0) shared += squareOf(one[i] ?? 0)
      if (gap <= 0) i += 1
      if (gap >= 0) j += 1
    }
    return shared / (normOf(a, one) * normOf(b, other))
  }
}
