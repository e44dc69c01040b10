import { factsOf } from '@/lib/heuristics/facts'
import { statingSentences } from '@/lib/heuristics/question'
import { sentencesOf } from '@/lib/heuristics/sentences'
import { joined, quoted, say } from '@/lib/heuristics/templates'
import { choose, MAX_SENTENCES, preferred, tellingMost, together } from './choose'
import { type Coverage, coverageOf, ENOUGH, groundsOf, lacking } from './coverage'
import { intentOf } from './intent'
import { replacedBy } from './newest'
import { type Passage, passagesOf, speakerOf, speakersIn } from './passages'
import { isNaming, type Query, queryOf, subjectOf } from './query'
import { attributed, named, quoteOf } from './quote'
import type { View } from './view'

const NEAR = 0.2
/** Everything the engine can say about the current message, from what its prompt holds. */
export function answerTo(view: View): string {
  const intent = intentOf(view.task)
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
      return [noteOf(stated.length > 0 ? stated : sentencesOf(view.task), passagesOf(view)), attachedOf(view)].filter(Boolean).join('\n\n')
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

const attachedOf = (view: View) => (view.attached.length > 0 ? say('attached', { files: joined(view.attached.map(named)) }) : '')

/** A statement is repeated in its own words; if it changes something known, the earlier words too. */
function noteOf(stated: readonly string[], passages: readonly Passage[]): string {
  const facts = new Set(factsOf(stated.join('\n')).map((fact) => fact.quote))
  const chosen = [...stated.filter((sentence) => facts.has(sentence)), ...stated.filter((sentence) => !facts.has(sentence))].slice(0, 2)
  const inOrder = stated.filter((sentence) => chosen.includes(sentence))
  const earlier = chosen.map((sentence) => replacedBy(sentence, passages)).find((one) => one !== null)
  return [say('noted', { quote: quoted(inOrder.join(' ')) }), ...(earlier ? [say('before', { quote: quoteOf(earlier) })] : [])].join('\n\n')
}

function lookUp(view: View, query: Query, passages: readonly Passage[]): string {
  if (query.turns.length > 0) {
    const said = query.speaker === 'assistant' && query.terms.length === 0 ? ownWords(view, query.turns) : null
    if (said) return said
    const wanted = passages.filter((passage) => passage.turn !== null && query.turns.includes(passage.turn) && passage.source !== 'summary')
    const chosen = query.terms.length > 0 ? choose(query, coverageOf(query, wanted), NEAR) : []
    if (wanted.length > 0) return present(chosen.length > 0 ? chosen : preferred(query, wanted), query)
    const note = notesOf(view)
    if (note) return say('noTurn', { note })
  }
  if (query.terms.length === 0 || query.everything) {
    const told = query.everything || query.memory ? tellingMost(passages, query) : []
    return told.length > 0 ? present(told, query) : withReach(view, say('nothingThat'), ' ')
  }
  const coverage = coverageOf(query, groundsOf(query, passages))
  const direct = choose(query, coverage, ENOUGH)
  const found = direct.length > 0 ? direct : together(query, coverage)
  if (found.length > 0) return present(found, query)
  const about = (terms: typeof query.terms) => joined(subjectOf(query, terms).map(quoted))
  const [near] = choose(query, coverage, NEAR)
  if (near) return withReach(view, `${nearestOf(view, query, coverage, near)}\n\n${present([near], query)}`, '\n\n')
  const [other] = choose(query, coverageOf(query, passages), ENOUGH)
  if (other) return withReach(view, `${say('notYours', { about: about(query.terms) })}\n\n${present([other], query)}`, '\n\n')
  return withReach(view, say('nothing', { about: about(query.terms) }), ' ')
}

/** What the closest sentence does not say: words that nothing in view holds, never one of its own. */
function nearestOf(view: View, query: Query, coverage: Coverage, near: Passage): string {
  const missing = lacking(query, coverage, near, speakersIn(view))
  if (missing.length > 0 && missing.every(isNaming)) return say('noName')
  return say(missing.length > 0 ? 'closest' : 'apart', { about: joined(subjectOf(query, missing.length > 0 ? missing : query.terms).map(quoted)) })
}

/** An answer that lacks something, and how far recall was allowed to reach. */
function withReach(view: View, text: string, gap: string): string {
  const reach = isRecallOff(view) ? say('recallOff') : isRecallHere(view) ? say('recallHere') : ''
  return reach ? `${text}${gap}${reach}` : text
}

/** What the engine itself said in a turn, templates included. */
function ownWords(view: View, turns: readonly number[]): string | null {
  const items = view.sections.flatMap((section) => (section.name === 'window' || section.name === 'recalled' ? section.items : []))
  const item = items.find(({ attributes }) => attributes.who === 'assistant' && !attributes.conversation && turns.includes(Number(attributes.turn)))
  if (!item) return null
  const text = sentencesOf(item.text).slice(0, MAX_SENTENCES).join(' ')
  const speaker = speakerOf(item.attributes)
  return say(speaker ? 'spoke' : 'said', { speaker, quote: `${quoted(text)} [turn ${item.attributes.turn}]` })
}

function present(passages: readonly Passage[], query: Query): string {
  const [first] = passages
  if (!first) return say('nothingThat')
  if (passages.length === 1) return attributed(first, query.when)
  return [say('many'), '', ...passages.map((passage) => `- ${attributed(passage, query.when)}`)].join('\n')
}

/** Our prompts say so above the task. */
const isRecallOff = (view: View) => /\bswitched recall off\b/.test(view.taskNote)
const isRecallHere = (view: View) => /\breaches this conversation only\b/.test(view.taskNote)

/** What recalls of this turn said about turns they could not find. */
export const notesOf = (view: View): string => {
  const items = view.sections.flatMap((section) => (section.name === 'recalled' ? section.items : [])).filter((item) => item.attributes.who === 'note')
  const results = view.performed.filter((call) => call.name === 'recall_context' && !call.failed).map((call) => call.result.split('=== ')[0] ?? '')
  return [...items.map((item) => item.text), ...results]
    .map((text) => text.trim().replace(/[.]$/, ''))
    .filter(Boolean)
    .join('; ')
}
