import { idf } from '@/lib/memory/index/score/rank'
import { contentTerms, queryWords } from '@/lib/memory/text/terms'
import { rarityInLanguage } from '@/lib/model/tokens'
import { getOrMake } from '@/lib/shared/group-by'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'

/** Texts by the terms in them: `postings` = the slots that hold a term. A removed text leaves an empty slot. */
export type TermIndex<T> = {
  items: (T | null)[]
  terms: string[][]
  postings: Map<string, number[]>
  slots: Map<string, number>
}

export const emptyTermIndex = <T>(): TermIndex<T> => ({
  items: [],
  terms: [],
  postings: new Map(),
  slots: new Map(),
})

export function putText<T>(index: TermIndex<T>, id: string, text: string, item: T): void {
  removeText(index, id)
  const slot = index.items.push(item) - 1
  const terms = [...new Set(contentTerms(text).map(({ key }) => key))]
  for (const term of terms) {
    const postings = index.postings.get(term)
    if (postings) postings.push(slot)
    else index.postings.set(term, [slot])
  }
  index.terms.push(terms)
  index.slots.set(id, slot)
}

export function removeText<T>({ items, terms, postings, slots }: TermIndex<T>, id: string): void {
  const slot = slots.get(id)
  if (slot === undefined) return
  for (const term of terms[slot] ?? []) {
    const held = postings.get(term) ?? []
    held.splice(held.indexOf(slot), 1)
  }
  items[slot] = null
  terms[slot] = []
  slots.delete(id)
}

/** Whether most slots are empty, so that it should be built anew. */
export const isWorn = <T>({ items, slots }: TermIndex<T>) =>
  items.length > 1_000 && slots.size < items.length / 2

/** The rarity of a term that occurs in this many texts; 0 counts as 1. */
const rarity = (texts: number, holding: number) => {
  const all = Math.max(texts, limits.rareOf)
  return idf(all, Math.min(all, Math.max(1, holding)))
}

/**
 * Visits the texts that share words with a query. A shared word counts by how rare it is, here and in the
 * language; two words as rare as can be reach 1, of a long query more. Texts below `least` are left out.
 */
export function eachSimilar<T>(
  { items, postings, slots }: TermIndex<T>,
  query: string,
  least: number,
  visit: (item: T, slot: number, similarity: number) => void,
): void {
  const words = queryWords(query).slice(0, limits.queryTerms)
  const full = 2 * rarity(slots.size, 1) * Math.sqrt(Math.max(1, words.length / limits.shortQuery))
  const scores = new Float64Array(items.length)
  for (const { word, keys } of words) {
    const found = keys.map((key) => postings.get(key) ?? [])
    const most = Math.max(...found.map(({ length }) => length))
    const weight = rarity(slots.size, most) * rarityInLanguage(word)
    for (const list of found) for (const slot of list) scores[slot] = (scores[slot] ?? 0) + weight
  }
  for (const [slot, score] of scores.entries()) {
    const [item, similarity] = [items[slot], Math.min(1, score / full)]
    if (item && score > 0 && similarity >= least) visit(item, slot, similarity)
  }
}

/** The cosine of two texts by their slots, their terms weighed by rarity. */
export function likeness<T>({ terms, postings, slots }: TermIndex<T>): (a: number, b: number) => number {
  const squares = (of: readonly string[]) =>
    of.reduce((sum, term) => sum + rarity(slots.size, postings.get(term)?.length ?? 0) ** 2, 0)
  const lengths = new Map<number, number>()
  const lengthOf = (slot: number) => getOrMake(lengths, slot, () => Math.sqrt(squares(terms[slot] ?? [])))
  return (a, b) => {
    const held = new Set(terms[b])
    const shared = squares((terms[a] ?? []).filter((term) => held.has(term)))
    return shared > 0 ? shared / (lengthOf(a) * lengthOf(b)) : 0
  }
}
