import { asksForFeelings } from '@/lib/heuristics/feelings'
import { asksFor, isQuestion } from '@/lib/heuristics/question'
import { SPEAKERS } from '@/lib/heuristics/summarise'
import { isBuiltInText, listInWords, quoted, say } from '@/lib/heuristics/templates'
import { conceptKeys, EVERYDAY } from '@/lib/heuristics/text/concepts'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { wordsOf } from '@/lib/heuristics/text/words'
import type { Coverage } from '@/lib/model/offline/answer/coverage'
import { type ShownPassage, spokenIn } from '@/lib/model/offline/answer/passages'
import { mainWords, otherWords, type Query, type Term } from '@/lib/model/offline/answer/query'
import { itemsIn, type View } from '@/lib/model/offline/view'

export const MAX_WORDS = 6
const MAX_CHARS = 200

export type SearchCall = { name: string; args: Record<string, unknown> }

const searchFor = (keywords: readonly string[]): SearchCall => ({
  name: 'recall_context',
  args: { keywords },
})
/** The form of a question tells the search whose things are meant. */
const searchAs = (question: string): SearchCall => searchFor([question.slice(0, MAX_CHARS)])
export const recallTurns = (turnNumbers: number[]): SearchCall => ({
  name: 'recall_context',
  args: { turnNumbers },
})

const rarest = (coverage: Coverage) => coverage.rarest.slice(0, MAX_WORDS).map((term) => term.word)

/** The tool for a question about what was said and when, or about all that is known of something. */
export function toolsFor({ terms, often, time, text, broad, memory }: Query): SearchCall[] {
  const topic = terms.map(({ word }) => word).join(' ')
  const when = time ? { time_range: time.slice(-MAX_CHARS) } : {}
  if (often) return [{ name: 'analyze_patterns', args: { ...(topic ? { topic } : {}), ...when } }]
  if (time && (!topic || asksForFeelings(topic)))
    return [{ name: 'search_summaries', args: { query: topic || text.slice(0, MAX_CHARS), ...when } }]
  if (time) return [{ name: 'search_memories', args: { query: topic, ...when } }]
  return broad && memory && topic ? [{ name: 'lookup_facts', args: { query: topic } }] : []
}

export const EVERYTHING = searchFor(EVERYDAY)
/** The same as questions about oneself. */
export const MINE = ['What is my name?', 'Where do I live?', 'What do I like?'].map(searchAs)

const isAboutOneself = ({ own, broad }: Query) => own && !broad

/** A question about oneself as it is, else its rarest words. */
export const firstQuery = (query: Query, coverage: Coverage): SearchCall =>
  isAboutOneself(query) ? searchAs(query.text) : searchFor(rarest(coverage))

/** What hid an answer: words of strangers, or questions in the same words. */
export type Crowd = 'strangers' | 'questions' | null

/**
 * The question as it is if strangers' words hid the answer, its subject if questions did, else other words;
 * null = none.
 */
export function nextQuery(query: Query, coverage: Coverage, crowd: Crowd): SearchCall | null {
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

/** Our prompts say so in the note of the task. */
const isRecallOff = (view: View) => /\bswitched recall off\b/.test(view.taskNote)
const isRecallHere = (view: View) => /\breaches this conversation only\b/.test(view.taskNote)

export const wasSearched = (view: View): boolean =>
  view.performed.some(
    (call) => call.name === 'recall_context' && !call.failed && call.input.keywords !== undefined,
  )

/** Whether other conversations can be searched: something later than what is in view may be there. */
export const reachesOthers = (view: View): boolean =>
  !isRecallHere(view) && view.tools.includes('recall_context')

export const reachOf = (view: View): string =>
  (isRecallOff(view) && say('recallOff')) || (isRecallHere(view) && say('recallHere')) || ''

export function searchedWords(view: View, query: Query, result: string): string | null {
  if (isRecallOff(view) || !wasSearched(view)) return null
  const words =
    query.terms.length > MAX_WORDS
      ? say('searchedWords')
      : listInWords(query.terms.map(({ word }) => quoted(word)))
  return say(isRecallHere(view) ? 'searchedHere' : 'searchedAll', {
    words: query.terms.length > 0 ? words : say('searchedPerson'),
    result,
  })
}

/** The words of a question in view, and those only in questions. Our own words do not count. */
export function mentionedTerms(view: View, query: Query): { anywhere: Term[]; onlyAsked: Term[] } {
  const asked = new Set<string>()
  const told = new Set<string>()
  for (const { text, source, ours } of spokenIn(view))
    for (const sentence of ours && isBuiltInText(text) ? [] : sentencesOf(text)) {
      if (ours && isBuiltInText(sentence)) continue
      const into =
        source !== 'file' &&
        (isQuestion(sentence) || asksFor(sentence) || sentence.startsWith(SPEAKERS.asked))
          ? asked
          : told
      for (const word of wordsOf(sentence))
        for (const key of conceptKeys(word.lower, query.language)) into.add(key)
    }
  const inTold = ({ keys }: Term) => keys.some((key) => told.has(key))
  const anywhere = query.terms.filter((term) => inTold(term) || term.keys.some((key) => asked.has(key)))
  return { anywhere, onlyAsked: anywhere.filter((term) => !inTold(term)) }
}

export function crowdOf(
  view: View,
  query: Query,
  coverage: Coverage,
  { grounds, passages }: { grounds: readonly ShownPassage[]; passages: readonly ShownPassage[] },
): Crowd {
  if (grounds.length < passages.length) return 'strangers'
  const { onlyAsked } = mentionedTerms(view, query)
  return onlyAsked.length > 0 && mainWords(query).every((term) => coverage.found(term) === 0)
    ? 'questions'
    : null
}

export function unopened(view: View): string | null {
  if (view.performed.some((call) => call.name === 'read_file')) return null
  const found = itemsIn(view, 'workspace').find(
    ({ attributes: { file, bytes }, text }) =>
      file && text === '' && bytes !== '0' && view.task.includes(file),
  )
  return found?.attributes.file ?? null
}
