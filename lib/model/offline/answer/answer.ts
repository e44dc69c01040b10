import { factsOf } from '@/lib/heuristics/facts'
import { isQuestion, statingSentences } from '@/lib/heuristics/question'
import { sentencesOf } from '@/lib/heuristics/sentences'
import { joined, quoted, say } from '@/lib/heuristics/templates'
import { intentOf } from '@/lib/model/offline/think/intent'
import { mentioned, reachOf, searchOf, wasSearched } from '@/lib/model/offline/think/searched'
import type { View } from '@/lib/model/offline/view'
import { choose, isEarlier, MAX_SENTENCES, preferred, tellingMost, together } from './choose'
import { coverageOf, ENOUGH, groundsOf, lacking } from './coverage'
import { replacedBy } from './newest'
import type { Passage } from './passage'
import { passagesOf, speakerOf, speakersIn } from './passages'
import { asksEverything, isNaming, type Query, queryOf, subjectOf, type Term } from './query'
import { attributed, attributedEarlier, named, quoteOf } from './quote'

const NEAR = 0.2
/** Everything the engine can say about the current message, from what its prompt holds. */
export function answerTo(view: View): string {
  const intent = intentOf(view)
  switch (intent) {
    case 'greeting':
    case 'thanks':
    case 'farewell':
    case 'about':
    case 'unknownCommand':
    case 'spacedPath':
      return say(intent)
    case 'compose':
      return say('cannotCompose')
    case 'acknowledgement':
      return attachedOf(view) || say('acknowledged')
    case 'statement': {
      const stated = statingSentences(view.task)
      return [noteOf(stated.length > 0 ? stated : sentencesOf(view.task), passagesOf(view)), attachedOf(view)]
        .filter(Boolean)
        .join('\n\n')
    }
    case 'ask':
    case 'command': {
      const passages = passagesOf(view)
      const stated = statingSentences(view.task)
      const found = lookUp(view, queryOf(view.task), passages)
      return stated.length > 0 ? `${found}\n\n${noteOf(stated, passages)}` : found
    }
  }
}

const attachedOf = (view: View) =>
  view.attached.length > 0 ? say('attached', { files: joined(view.attached.map(named)) }) : ''

/** A statement is repeated in its own words; if it changes something known, the earlier words too. */
function noteOf(stated: readonly string[], passages: readonly Passage[]): string {
  const facts = new Set(factsOf(stated.join('\n')).map((fact) => fact.quote))
  const chosen = [
    ...stated.filter((sentence) => facts.has(sentence)),
    ...stated.filter((sentence) => !facts.has(sentence)),
  ].slice(0, 2)
  const inOrder = stated.filter((sentence) => chosen.includes(sentence))
  const earlier = chosen.map((sentence) => replacedBy(sentence, passages)).find((one) => one !== null)
  return [
    say('noted', { quote: quoted(inOrder.join(' ')) }),
    ...(earlier ? [say('before', { quote: quoteOf(earlier) })] : []),
  ].join('\n\n')
}

function lookUp(view: View, query: Query, passages: readonly Passage[]): string {
  if (query.turns.length > 0) {
    const said =
      query.speaker === 'assistant' && query.terms.length === 0 ? ownWords(view, query.turns) : null
    if (said) return said
    const wanted = passages.filter(
      (passage) =>
        passage.turn !== null && query.turns.includes(passage.turn) && passage.source !== 'summary',
    )
    const chosen = query.terms.length > 0 ? choose(query, coverageOf(query, wanted), NEAR) : []
    if (wanted.length > 0) return present(chosen.length > 0 ? chosen : preferred(query, wanted), query)
    const note = notesOf(view)
    if (note) return say('noTurn', { note })
  }
  if (query.terms.length === 0 || query.everything) {
    const told = query.everything || query.memory ? tellingMost(passages, query) : []
    if (told.length > 0) return present(told, query)
    const asked = query.talk ? askedHere(view) : ''
    if (asked) return asked
    return query.everything || query.memory
      ? withSearch(view, query, say('nothingThat'), ' ', say('foundNothing'))
      : say('noSubject')
  }
  const grounds = groundsOf(query, passages)
  const coverage = coverageOf(query, grounds)
  const direct = choose(query, coverage, ENOUGH)
  const found = direct.length > 0 ? direct : together(query, coverage)
  if (found.length > 0) return present(found, query)
  const about = (terms: typeof query.terms) => joined(subjectOf(query, terms).map(quoted))
  const [near] = choose(query, coverage, NEAR)
  if (near) {
    const missing = lacking(query, coverage, near, speakersIn(view))
    const [theirs] = grounds.length < passages.length ? ofStrangers(query, passages, missing) : []
    const lead = theirs ? say('notYours', { about: about(missing) }) : nearestOf(query, missing)
    return withSearch(view, query, `${lead}\n\n${present([theirs ?? near], query)}`, '\n\n')
  }
  const [other] = choose(query, coverageOf(query, passages), ENOUGH)
  if (other)
    return withSearch(
      view,
      query,
      `${say('notYours', { about: about(query.terms) })}\n\n${present([other], query)}`,
      '\n\n',
    )
  return unanswered(view, query)
}

/**
 * What others say of words that nothing of one's own holds: closer to the question than a sentence of one's
 * own about the rest of it.
 */
function ofStrangers(query: Query, passages: readonly Passage[], missing: readonly Term[]): Passage[] {
  const coverage = coverageOf(
    query,
    passages.filter((passage) => passage.stranger),
  )
  return choose(
    query,
    {
      ...coverage,
      scored: coverage.scored.filter(({ matched }) =>
        matched.some((term) => missing.includes(term) && !isNaming(term)),
      ),
    },
    0,
  )
}

/**
 * Nothing answers: memory is said to hold nothing only where nothing that a search brought speaks of the
 * question's words.
 */
function unanswered(view: View, query: Query): string {
  const { anywhere, onlyAsked } = mentioned(view, query)
  const nothing = say('nothing', { about: joined(subjectOf(query).map(quoted)) })
  if (anywhere.length === 0 || !wasSearched(view))
    return withSearch(view, query, nothing, ' ', say('foundNothing'))
  return withSearch(
    view,
    query,
    say('noAnswer'),
    ' ',
    onlyAsked.length === anywhere.length ? say('foundQuestions') : '',
  )
}

/** What the closest sentence does not say: words that nothing in view holds, never one of its own. */
function nearestOf(query: Query, missing: readonly Term[]): string {
  if (missing.length > 0 && missing.every(isNaming)) return say('noName')
  return say(missing.length > 0 ? 'closest' : 'apart', {
    about: joined(subjectOf(query, missing.length > 0 ? missing : query.terms).map(quoted)),
  })
}

/** An answer that lacks something, with what was searched or how far recall was allowed to reach. */
function withSearch(view: View, query: Query, text: string, gap: string, result = ''): string {
  const reach = searchOf(view, query, result) ?? reachOf(view)
  return reach ? `${text}${gap}${reach}` : text
}

/** What the person asked in this conversation, where nothing else was said in it; '' = nothing. */
function askedHere(view: View): string {
  const items = view.sections.flatMap((section) => (section.name === 'window' ? section.items : []))
  const questions = items.flatMap(({ attributes, text }) =>
    attributes.who === 'user' && !speakerOf(attributes)
      ? sentencesOf(text)
          .filter((sentence) => isQuestion(sentence) && !asksEverything(sentence))
          .map((sentence) => say('asked', { quote: `${quoted(sentence)} [turn ${attributes.turn}]` }))
      : [],
  )
  const shown = [...new Set(questions)].slice(-MAX_SENTENCES)
  return shown.length > 1 ? [say('many'), '', ...shown.map((one) => `- ${one}`)].join('\n') : (shown[0] ?? '')
}

/** What the engine itself said in a turn, templates included. */
function ownWords(view: View, turns: readonly number[]): string | null {
  const items = view.sections.flatMap((section) =>
    section.name === 'window' || section.name === 'recalled' ? section.items : [],
  )
  const item = items.find(
    ({ attributes }) =>
      attributes.who === 'assistant' && !attributes.conversation && turns.includes(Number(attributes.turn)),
  )
  if (!item) return null
  const text = sentencesOf(item.text).slice(0, MAX_SENTENCES).join(' ')
  const speaker = speakerOf(item.attributes)
  const product = item.attributes.product ?? ''
  return say(speaker ? 'spoke' : product ? 'productTold' : 'said', {
    product,
    speaker,
    quote: `${quoted(text)} [turn ${item.attributes.turn}]`,
  })
}

function present(passages: readonly Passage[], query: Query): string {
  const earlier = passages.filter((one) => passages.some((other) => isEarlier(one, other)))
  const lines = passages.map((one) =>
    earlier.includes(one) ? attributedEarlier(one) : attributed(one, query.when),
  )
  if (lines.length === 0) return say('nothingThat')
  if (lines.length - earlier.length === 1) return lines.join('\n\n')
  return [say('many'), '', ...lines.map((line) => `- ${line}`)].join('\n')
}

/** What recalls of this turn said about turns they could not find. */
export const notesOf = (view: View): string => {
  const items = view.sections
    .flatMap((section) => (section.name === 'recalled' ? section.items : []))
    .filter((item) => item.attributes.who === 'note')
  const results = view.performed
    .filter((call) => call.name === 'recall_context' && !call.failed)
    .map((call) => call.result.split('=== ')[0] ?? '')
  return [...items.map((item) => item.text), ...results]
    .map((text) => text.trim().replace(/[.]$/, ''))
    .filter(Boolean)
    .join('; ')
}
