import { announcesChange, attributeOf, type StatedFact } from '@/lib/heuristics/facts'
import { contentWords, stemOf } from '@/lib/heuristics/words'
import type { Scored } from './coverage'
import type { Passage } from './passages'
import type { Query } from './query'

/** Share of words that a sentence announcing a change has in common with the one it replaces. */
const SIMILAR = 0.2
/** Every sentence is compared with each of so many newest ones. */
const MAX_COMPARED = 300

/** What a sentence says, read once. */
type Reading = { attribute: StatedFact | null; change: boolean; keys: ReadonlySet<string> }

function reader(query: Query): (sentence: string) => Reading {
  const known = new Map<string, Reading>()
  return (sentence) => {
    const keys = () =>
      new Set(contentWords(sentence, query.language).map((word) => stemOf(word.lower, query.language)))
    const reading = known.get(sentence) ?? {
      attribute: attributeOf(sentence),
      change: announcesChange(sentence),
      keys: keys(),
    }
    known.set(sentence, reading)
    return reading
  }
}

const trusted = ({ source, speaker }: Passage) => source === 'user' || source === 'fact' || speaker !== ''

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((key) => b.has(key)).length
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

const sameAttribute = (a: StatedFact | null, b: StatedFact | null) =>
  a !== null && b !== null && a.subject === b.subject && a.predicate === b.predicate
const sameValue = (a: StatedFact | null, b: StatedFact | null) =>
  a?.object.toLowerCase() === b?.object.toLowerCase()

/**
 * What is left when the newest value of everything wins: a sentence of the user, or of a named speaker, goes when a later one of the same person gives the same attribute of the same subject another value
 * (and it has one value at a time, or the question asks for one), or announces a change and says much the same. A sentence that only leans on a replaced one stays
 * if it adds something to the answer.
 */
export function newestOnly(scored: readonly Scored[], query: Query): Scored[] {
  const read = reader(query)
  const relevant = scored
    .filter((one) => one.coverage > 0 && trusted(one.passage))
    .slice(-MAX_COMPARED)
    .map((one) => ({ ...one, reading: read(one.passage.text) }))
  const replaced = (older: Scored, text: string) => {
    const then = read(text)
    return relevant.some(({ passage, matched, reading: now }) => {
      if (
        passage.order <= older.passage.order ||
        passage.text === text ||
        passage.foreign !== older.passage.foreign ||
        passage.speaker !== older.passage.speaker
      )
        return false
      if (sameAttribute(now.attribute, then.attribute)) {
        if (sameValue(now.attribute, then.attribute)) return now.attribute?.ended === true
        return (
          now.attribute?.values === 'one' || now.change || (now.attribute?.values === 'open' && !query.broad)
        )
      }
      return (
        now.change &&
        older.matched.every((term) => matched.includes(term)) &&
        similarity(now.keys, then.keys) >= SIMILAR
      )
    })
  }
  return scored.filter((one) => {
    if (one.coverage === 0 || !trusted(one.passage)) return true
    if (replaced(one, one.passage.text)) return false
    return one.passage.lead === '' || one.ownMatches || !replaced(one, one.passage.lead)
  })
}

/** The user's latest earlier statement that a new statement replaces, if any. */
export function replacedBy(statement: string, passages: readonly Passage[]): Passage | null {
  const now = attributeOf(statement)
  if (!now || now.values === 'many' || (now.values === 'open' && !announcesChange(statement))) return null
  return (
    passages.findLast((passage) => {
      const then = trusted(passage) && !passage.stranger ? attributeOf(passage.text) : null
      return sameAttribute(now, then) && !sameValue(now, then)
    }) ?? null
  )
}
