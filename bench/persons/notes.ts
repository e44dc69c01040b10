import { isSingleValued } from '@/lib/shared/memory/predicates'
import type { PersonFact, PersonTurn } from './person'

type Note = {
  subject: string
  predicate: string
  object: string
  confidence: number
  validFrom?: string
  quote: string
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The sentence of a message that shares most words with a fact. Facts without any share the first one. */
function quoteFor({ subject, predicate, object }: PersonFact, message: string): string {
  const values = new Set(wordsOf(object))
  const others = new Set(wordsOf(`${subject} ${predicate}`))
  const scored = [...sentences.segment(message)].map(({ segment }) => {
    const words = [...new Set(wordsOf(segment))]
    const count = (of: Set<string>) => words.filter((word) => of.has(word)).length
    return { quote: segment.trim().slice(0, 1_000), score: 3 * count(values) + count(others) }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best), { quote: '', score: -1 }).quote
}

/** `2019` and `2019-05` as the first day of it. */
const firstDay = (date: string) => [date, '01', '01'].join('-').slice(0, 10)

/**
 * What a good model answers to the facts prompt. That schema has no `replaces`: a value of a predicate that
 * takes one value at a time replaces the old one by itself, and any other old value is ended by a denial.
 */
export const notesOf = ({ facts, user }: PersonTurn): Note[] =>
  facts.flatMap((fact) => {
    const { subject, predicate, object, replaces, validFrom } = fact
    const note = {
      ...{ subject, predicate, object, confidence: 0.9, quote: quoteFor(fact, user) },
      ...(validFrom ? { validFrom: firstDay(validFrom) } : {}),
    }
    if (!replaces || isSingleValued(predicate)) return [note]
    return [{ ...note, object: `not ${replaces}` }, note]
  })
