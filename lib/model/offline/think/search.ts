import { EVERYDAY, OWN_QUESTIONS } from '@/lib/heuristics/concepts'
import { timePhraseOf } from '@/lib/heuristics/question'
import type { Coverage } from '@/lib/model/offline/answer/coverage'
import { mainWords, otherWords, type Query } from '@/lib/model/offline/answer/query'
import type { View } from '@/lib/model/offline/view'

export const MAX_SEARCHES = 2
export const MAX_WORDS = 6
const MAX_CHARS = 200

export type Search = { name: string; args: Record<string, unknown> }

const rarest = (coverage: Coverage) => coverage.rarest.slice(0, MAX_WORDS).map((term) => term.word)

/** For a question about everything: words of everyday facts. */
export const EVERYTHING: Search = { name: 'recall_context', args: { keywords: EVERYDAY } }

/**
 * The rarest words of the question; with its time phrase, where a tool takes one. What the person asks of
 * their own is asked as it is: its form tells the search who is meant.
 */
export function firstQuery(view: View, query: Query, coverage: Coverage): Search {
  const phrase = timePhraseOf(query.text)
  if (phrase && view.tools.some((tool) => tool.name === 'search_memories'))
    return { name: 'search_memories', args: { query: rarest(coverage).join(' '), time_range: phrase } }
  return ofTheirOwn(query)
    ? asked(query.text.slice(0, MAX_CHARS))
    : { name: 'recall_context', args: { keywords: rarest(coverage) } }
}
const ofTheirOwn = ({ own, broad }: Query) => own && !broad

const SEARCHES = new Set(['recall_context', 'search_memories'])
/** How often this turn searched with tools. */
export const searchRounds = ({ performed }: Pick<View, 'performed'>): number =>
  performed.filter(({ name }) => SEARCHES.has(name)).length

const asked = (question: string): Search => ({ name: 'recall_context', args: { keywords: [question] } })
/** The same as questions, one by one: their form tells the search who is meant. */
export const EVERYTHING_OF_MINE: readonly Search[] = OWN_QUESTIONS.map(asked)

/** What stood in the way of an answer: words of strangers, or questions that say the same words. */
export type Crowd = 'strangers' | 'questions' | null

/**
 * The second search. Where strangers' words stood in the way of the person's own, the question as it is: its
 * form tells the search who is meant. Where questions did, its subject alone.
 */
export function nextQuery(query: Query, coverage: Coverage, crowd: Crowd): Search | null {
  if (crowd === 'strangers' && !ofTheirOwn(query)) return asked(query.text.slice(0, MAX_CHARS))
  if (crowd === 'questions')
    return {
      name: 'recall_context',
      args: {
        keywords: [...new Set([...mainWords(query).map(({ word }) => word), ...EVERYDAY])].slice(
          0,
          MAX_WORDS,
        ),
      },
    }
  return secondQuery(query, coverage)
}

/**
 * The question in other words: without those that matched nothing, with other words for the same thing. Null
 * when that gives no new word.
 */
function secondQuery(query: Query, coverage: Coverage): Search | null {
  const first = new Set(rarest(coverage))
  const again = otherWords(query, (term) => coverage.found(term) > 0).slice(0, MAX_WORDS)
  return again.some((word) => !first.has(word)) || (again.length > 0 && again.length < first.size)
    ? { name: 'recall_context', args: { keywords: again } }
    : null
}
