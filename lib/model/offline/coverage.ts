import { attributeOf } from '@/lib/heuristics/facts'
import { wordsOf } from '@/lib/heuristics/words'
import type { Passage } from './passages'
import { keysOf, type Query, type Term } from './query'

/** Share of a question that a sentence must cover to count as its answer. */
export const ENOUGH = 0.6
const KIND_WORD_WEIGHT = 0.4

/** `ownMatches` = the sentence itself holds a term that its lead does not. */
export type Scored = { passage: Passage; coverage: number; matched: Term[]; ownMatches: boolean }
export type Coverage = {
  scored: Scored[]
  /** The highest coverage of any passage, 0 to 1. */
  best: Scored | null
  /** Passages that hold the term. */
  found(term: Term): number
  /** Terms, the rarest first. */
  rarest: Term[]
}

/** A sentence about another's name does not answer what the person is called. */
const beside = (query: Query, { text, lead }: Passage) =>
  query.ownName &&
  [text, lead].some((sentence) => {
    const stated = attributeOf(sentence)
    return stated !== null && stated.predicate === 'name' && stated.subject !== 'user'
  })

/**
 * How well each passage covers the question: the share of its terms that occur, weighted by idf = 1 + ln((N + 1) / (df + 1)) over the passages.
 * A term never seen weighs as much as one seen once, so that a young memory can be enough.
 */
export function coverageOf(query: Query, passages: readonly Passage[]): Coverage {
  const keysIn = (text: string) => new Set(wordsOf(text).flatMap((word) => keysOf(word.lower, query.language)))
  const own = passages.map((passage) => keysIn(`${passage.text} ${passage.from}`))
  const leads = passages.map((passage) => (passage.lead ? keysIn(passage.lead) : new Set<string>()))
  const keys = own.map((set, at) => new Set([...set, ...(leads[at] ?? [])]))
  const counts = query.terms.map((term) => keys.filter((set) => term.keys.some((key) => set.has(key))).length)
  const weights = query.terms.map((term, index) => (1 + Math.log((passages.length + 1) / (Math.max(1, counts[index] ?? 0) + 1))) * (term.kindWord ? KIND_WORD_WEIGHT : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const scored = passages.map((passage, at) => {
    const hits = query.terms.map((term) => term.keys.some((key) => keys[at]?.has(key)))
    const weight = weights.reduce((sum, value, index) => sum + (hits[index] ? value : 0), 0)
    return {
      passage,
      coverage: total > 0 && !beside(query, passage) ? weight / total : 0,
      matched: query.terms.filter((_, index) => hits[index]),
      ownMatches: query.terms.some((term) => term.keys.some((key) => own[at]?.has(key)) && !term.keys.some((key) => leads[at]?.has(key))),
    }
  })
  const best = scored.reduce<Scored | null>((top, one) => (one.coverage > (top?.coverage ?? 0) ? one : top), null)
  const order = query.terms.map((term, index) => ({ term, index, weight: weights[index] ?? 0 })).sort((a, b) => b.weight - a.weight || a.index - b.index)
  return { scored, best, found: (term) => counts[query.terms.indexOf(term)] ?? 0, rarest: order.map(({ term }) => term) }
}
