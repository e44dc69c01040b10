import { keysOf } from '@/lib/heuristics/concepts'
import { announcesChange, attributeOf } from '@/lib/heuristics/facts'
import { stemOf, wordsOf } from '@/lib/heuristics/words'
import { readingOf, sameOwner } from '@/lib/model/embed/subject'
import { fold } from '@/lib/shared/words'
import type { Passage } from './passage'
import type { Query, Term } from './query'
import { givesKind, lacksWanted } from './wanted'

/** Share of a question that a sentence must cover to count as its answer. */
export const ENOUGH = 0.6
const KIND_WORD_WEIGHT = 0.4
/**
 * What is left of the coverage of a sentence about another person's things, or without the time or place that
 * is asked for: too little for an answer.
 */
const OTHERS = 0.5

/** What a question may name a speaker by. */
export const namesOf = (query: Query, speaker: string): ReadonlySet<string> =>
  new Set(wordsOf(speaker).map((word) => stemOf(word.lower, query.language)))
/** Whether a question names a speaker. */
export const asksOf = (query: Query, speaker: string): boolean => {
  const names = namesOf(query, speaker)
  return query.terms.some((term) => names.has(term.keys[0] ?? ''))
}
/**
 * What may answer a question: to one about the person who asks, and that names no speaker, what strangers say
 * of themselves is no answer.
 */
export const groundsOf = (query: Query, passages: readonly Passage[]): readonly Passage[] =>
  query.own && !passages.some(({ speaker }) => speaker !== '' && asksOf(query, speaker))
    ? passages.filter((passage) => !passage.stranger)
    : passages

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

/**
 * The words of a question that no passage holds, nor `near` by any stem; who spoke of `speakers` is found.
 */
export function lacking(
  query: Query,
  coverage: Coverage,
  near: Passage | null,
  speakers: readonly string[],
): Term[] {
  const names = new Set(speakers.flatMap((speaker) => [...namesOf(query, speaker)]))
  const english = new Set(
    near ? wordsOf(`${near.lead} ${near.text}`).map((word) => stemOf(word.lower, 'en')) : [],
  )
  return query.terms.filter(
    (term) =>
      coverage.found(term) === 0 &&
      !names.has(term.keys[0] ?? '') &&
      !english.has(stemOf(fold(term.word), 'en')),
  )
}

/** A sentence about another's name does not answer what the person is called. */
const beside = (query: Query, { text, lead }: Passage) =>
  query.ownName &&
  [text, lead].some((sentence) => {
    const stated = attributeOf(sentence)
    return stated !== null && stated.predicate === 'name' && stated.subject !== 'user'
  })

/**
 * "My sister lives in Rome" does not say where the person lives. Whose things a named speaker speaks of is
 * another matter.
 */
const isOthers = (query: Query, { text, lead, speaker }: Passage) =>
  speaker === '' && !sameOwner(query.reading, readingOf(`${lead} ${text}`, query.language))

/**
 * How well each passage covers the question: the share of its terms that occur, weighted by idf = 1 + ln((N +
 * 1) / (df + 1)) over the passages. A term never seen weighs as much as one seen once, so that a young memory
 * can be enough. The name of who says a sentence counts as a word of it, but only beside another: that
 * somebody said something is no answer.
 */
export function coverageOf(query: Query, passages: readonly Passage[]): Coverage {
  const keysIn = (text: string) =>
    new Set(wordsOf(text).flatMap((word) => keysOf(word.lower, query.language)))
  const own = passages.map((passage) => keysIn(`${passage.text} ${passage.from}`))
  const leads = passages.map((passage) => (passage.lead ? keysIn(passage.lead) : new Set<string>()))
  const keys = own.map((set, at) => new Set([...set, ...(leads[at] ?? [])]))
  const saidBy = ({ speaker, product, source }: Passage) => speaker || (source === 'assistant' ? product : '')
  const bySpeaker = new Map(
    [...new Set(passages.map(saidBy))].map((speaker) => [speaker, namesOf(query, speaker)]),
  )
  const hitsOf = passages.map((passage, at) => {
    const speaker = saidBy(passage)
    const stated = query.terms.map((term) => term.keys.some((key) => keys[at]?.has(key)))
    // "Ana is my vet now" does not repeat what kind of answer "What is my vet called?" wants.
    const about = stated.some((one, i) => one && !query.terms[i]?.kind)
    const changed = about && announcesChange(passage.text)
    const said = query.terms.map(
      (term, i) => stated[i] || (about && term.kind && (changed || givesKind(term, passage.text))),
    )
    const named = query.terms.map((term) => bySpeaker.get(speaker)?.has(term.keys[0] ?? '') ?? false)
    return { said, named, counts: said.some(Boolean) || named.every(Boolean) }
  })
  const counts = query.terms.map(
    (_, index) => hitsOf.filter(({ said, named }) => said[index] || named[index]).length,
  )
  // Two words for one thing say no more than one word.
  const thing = new Set(query.reading.thing.flat())
  const length = query.reading.thing.length
  const weights = query.terms.map(
    (term, index) =>
      (1 + Math.log((passages.length + 1) / (Math.max(1, counts[index] ?? 0) + 1))) *
      (term.kindWord ? KIND_WORD_WEIGHT : term.keys.some((key) => thing.has(key)) ? 1 / length : 1),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const scored = passages.map((passage, at) => {
    const { said = [], named = [], counts: alone = false } = hitsOf[at] ?? {}
    const hits = query.terms.map((_, index) => said[index] || (alone && named[index]))
    const weight = weights.reduce((sum, value, index) => sum + (hits[index] ? value : 0), 0)
    const others = weight > 0 && (lacksWanted(query, passage.text) || isOthers(query, passage))
    return {
      passage,
      coverage: total > 0 && !beside(query, passage) ? ((others ? OTHERS : 1) * weight) / total : 0,
      matched: others ? [] : query.terms.filter((_, index) => hits[index]),
      ownMatches: query.terms.some(
        (term) => term.keys.some((key) => own[at]?.has(key)) && !term.keys.some((key) => leads[at]?.has(key)),
      ),
    }
  })
  const best = scored.reduce<Scored | null>(
    (top, one) => (one.coverage > (top?.coverage ?? 0) ? one : top),
    null,
  )
  const order = query.terms
    .map((term, index) => ({ term, index, weight: weights[index] ?? 0 }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  return {
    scored,
    best,
    found: (term) => counts[query.terms.indexOf(term)] ?? 0,
    rarest: order.map(({ term }) => term),
  }
}
