import { asksFor, isQuestion } from '@/lib/heuristics/question'
import { SPEAKERS } from '@/lib/heuristics/summarise'
import { isOurs, joined, quoted, say } from '@/lib/heuristics/templates'
import { keysOf } from '@/lib/heuristics/text/concepts'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { wordsOf } from '@/lib/heuristics/text/words'
import type { Coverage } from '@/lib/model/offline/answer/coverage'
import type { Passage } from '@/lib/model/offline/answer/passage'
import { spokenIn } from '@/lib/model/offline/answer/passages'
import { mainWords, type Query, type Term } from '@/lib/model/offline/answer/query'
import { itemsIn, type View } from '@/lib/model/offline/view'
import { type Crowd, MAX_WORDS } from './search'

/** Our prompts say so in the note of the task. */
const isRecallOff = (view: View) => /\bswitched recall off\b/.test(view.taskNote)
const isRecallHere = (view: View) => /\breaches this conversation only\b/.test(view.taskNote)

/** Whether memory was searched in this turn, in thinking or in action. */
export const wasSearched = (view: View): boolean =>
  view.performed.some(
    (call) => call.name === 'recall_context' && !call.failed && call.input.keywords !== undefined,
  )

/** Whether other conversations can be searched: something later than what is in view may be there. */
export const reachesOthers = (view: View): boolean =>
  !isRecallHere(view) && view.tools.includes('recall_context')

/** How the person limited recall; '' = not. */
export const reachOf = (view: View): string =>
  (isRecallOff(view) && say('recallOff')) || (isRecallHere(view) && say('recallHere')) || ''

/** What was searched for, where, and with what result; null = nothing was searched. */
export function searchOf(view: View, query: Query, result: string): string | null {
  if (isRecallOff(view) || !wasSearched(view)) return null
  const words =
    query.terms.length > MAX_WORDS
      ? say('searchedWords')
      : joined(query.terms.map(({ word }) => quoted(word)))
  return say(isRecallHere(view) ? 'searchedHere' : 'searchedAll', {
    words: query.terms.length > 0 ? words : say('searchedPerson'),
    result,
  })
}

/**
 * The words of a question that occur in view, and those that only occur in questions. Our own words do not
 * count.
 */
export function mentioned(view: View, query: Query): { anywhere: Term[]; onlyAsked: Term[] } {
  const asked = new Set<string>()
  const told = new Set<string>()
  for (const { text, source, ours } of spokenIn(view))
    for (const sentence of ours && isOurs(text) ? [] : sentencesOf(text)) {
      if (ours && isOurs(sentence)) continue
      const into =
        source !== 'file' &&
        (isQuestion(sentence) || asksFor(sentence) || sentence.startsWith(SPEAKERS.asked))
          ? asked
          : told
      for (const word of wordsOf(sentence))
        for (const key of keysOf(word.lower, query.language)) into.add(key)
    }
  const inTold = ({ keys }: Term) => keys.some((key) => told.has(key))
  const anywhere = query.terms.filter((term) => inTold(term) || term.keys.some((key) => asked.has(key)))
  return { anywhere, onlyAsked: anywhere.filter((term) => !inTold(term)) }
}

/** What hides an answer in the results of a search. */
export function crowdOf(
  view: View,
  query: Query,
  coverage: Coverage,
  { grounds, passages }: { grounds: readonly Passage[]; passages: readonly Passage[] },
): Crowd {
  if (grounds.length < passages.length) return 'strangers'
  const { onlyAsked } = mentioned(view, query)
  return onlyAsked.length > 0 && mainWords(query).every((term) => coverage.found(term) === 0)
    ? 'questions'
    : null
}

/** A workspace file that the question names, but whose text is not in view. */
export function unopened(view: View): string | null {
  if (view.performed.some((call) => call.name === 'read_file')) return null
  const found = itemsIn(view, 'workspace').find(
    ({ attributes: { file, bytes }, text }) =>
      file && text === '' && bytes !== '0' && view.task.includes(file),
  )
  return found?.attributes.file ?? null
}
