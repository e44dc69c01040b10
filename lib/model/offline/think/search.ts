import { asksForFeelings } from '@/lib/heuristics/feelings'
import { EVERYDAY } from '@/lib/heuristics/text/concepts'
import type { Coverage } from '@/lib/model/offline/answer/coverage'
import { mainWords, otherWords, type Query } from '@/lib/model/offline/answer/query'

export const MAX_WORDS = 6
const MAX_CHARS = 200

export type Search = { name: string; args: Record<string, unknown> }

const searchFor = (keywords: readonly string[]): Search => ({ name: 'recall_context', args: { keywords } })
/** The form of a question tells the search whose things are meant. */
const searchAs = (question: string): Search => searchFor([question.slice(0, MAX_CHARS)])
export const recallTurns = (turnNumbers: number[]): Search => ({
  name: 'recall_context',
  args: { turnNumbers },
})

const rarest = (coverage: Coverage) => coverage.rarest.slice(0, MAX_WORDS).map((term) => term.word)

/** The tool for a question about what was said and when, or about all that is known of something. */
export function toolsFor({ terms, often, time, text, broad, memory }: Query): Search[] {
  const topic = terms.map(({ word }) => word).join(' ')
  const when = time ? { time_range: time.slice(-MAX_CHARS) } : {}
  if (often) return [{ name: 'analyze_patterns', args: { ...(topic ? { topic } : {}), ...when } }]
  if (time && (!topic || asksForFeelings(topic)))
    return [{ name: 'search_summaries', args: { query: topic || text.slice(0, MAX_CHARS), ...when } }]
  if (time) return [{ name: 'search_memories', args: { query: topic, ...when } }]
  return broad && memory && topic ? [{ name: 'lookup_facts', args: { query: topic } }] : []
}

/** For a question about everything: words of everyday facts. */
export const EVERYTHING = searchFor(EVERYDAY)
/** The same as questions about oneself. */
export const MINE = ['What is my name?', 'Where do I live?', 'What do I like?'].map(searchAs)

const isAboutOneself = ({ own, broad }: Query) => own && !broad

/** A question about oneself as it is, else its rarest words. */
export const firstQuery = (query: Query, coverage: Coverage): Search =>
  isAboutOneself(query) ? searchAs(query.text) : searchFor(rarest(coverage))

/** What hid an answer: words of strangers, or questions in the same words. */
export type Crowd = 'strangers' | 'questions' | null

/**
 * The second search: the question as it is if strangers' words hid the person's own, its subject in all
 * words for it if questions did, else other words. Null if there are no new ones.
 */
export function nextQuery(query: Query, coverage: Coverage, crowd: Crowd): Search | null {
  if (crowd === 'strangers' && !isAboutOneself(query)) return searchAs(query.text)
  if (crowd === 'questions') {
    const main = mainWords(query).map(({ word }) => word)
    const words = new Set([...main, ...otherWords(query, () => false), ...EVERYDAY])
    return searchFor([...words].slice(0, MAX_WORDS))
  }
  const first = new Set(rarest(coverage))
  const again = otherWords(query, (term) => coverage.found(term) > 0).slice(0, 2 * MAX_WORDS)
  const isNew = again.some((word) => !first.has(word)) || (again.length > 0 && again.length < first.size)
  return isNew ? searchFor(again) : null
}
