import { factsOf } from '@/lib/heuristics/facts'
import { kindOf, politely, statingSentences } from '@/lib/heuristics/question'
import { sentencesOf } from '@/lib/heuristics/sentences'
import { type Coverage, coverageOf, ENOUGH, type Scored } from './coverage'
import { newestOnly, replacedBy } from './newest'
import { type Passage, passagesOf, type Source } from './passages'
import { type Query, queryOf, subjectOf } from './query'
import { attributed, named, quoteOf } from './quote'
import { joined, quoted, say } from './templates'
import type { View } from './view'

const MAX_SENTENCES = 3
/** A specific question gets only what covers it about as well as the best sentence does. */
const CLOSE = 0.85
const NEAR = 0.2
const RANK: Record<Source, number> = { fact: 0, user: 1, file: 2, tool: 2, summary: 2, assistant: 3 }
const COMPOSE = /^(?:write|draft|compose|translate|calculate|compute|draw|generate|rewrite|solve|code|implement|design|plan|schreibe?|übersetze?|écris|traduis|escribe|traduce)\b/i
const ABOUT_ME =
  /\b(?:who|what) are you\b|\bwhat can you do\b|\bhow do you work\b|\bare you (?:an? )?(?:ai|bot|human|language model|llm|gpt|robot)\b|\bwhat is your name\b|\bhow can you help\b|^help[?.! ]*$|wer bist du|was kannst du|qui es-tu|quién eres/i

/** Everything the engine can say about the current message, from what its prompt holds. */
export function answerTo(view: View): string {
  const kind = kindOf(view.task)
  if (kind === 'greeting' || kind === 'thanks' || kind === 'farewell') return say(kind)
  if (kind === 'acknowledgement' || kind === 'empty') return view.attached.length > 0 ? attachedOf(view) : say('acknowledged')
  if (ABOUT_ME.test(view.task) && view.task.length < 80) return say('about')
  const passages = passagesOf(view)
  const query = queryOf(view.task)
  const stated = statingSentences(view.task)
  if (kind === 'statement') return [noteOf(stated.length > 0 ? stated : sentencesOf(view.task), passages), attachedOf(view)].filter(Boolean).join(' ')
  if (kind === 'request' && COMPOSE.test(politely(view.task)) && !query.memory) return say('cannotCompose')
  const found = lookUp(view, query, passages)
  return stated.length > 0 && kind === 'question' ? `${found}\n\n${noteOf(stated, passages)}` : found
}

const attachedOf = (view: View) => (view.attached.length > 0 ? say('attached', { files: joined(view.attached.map(named)) }) : '')

/** A statement is repeated in its own words; if it changes something known, the earlier words too. */
function noteOf(stated: readonly string[], passages: readonly Passage[]): string {
  const facts = new Set(factsOf(stated.join('\n')).map((fact) => fact.quote))
  const chosen = [...stated.filter((sentence) => facts.has(sentence)), ...stated.filter((sentence) => !facts.has(sentence))].slice(0, 2)
  const inOrder = stated.filter((sentence) => chosen.includes(sentence))
  const scored = passages.map((passage) => ({ passage, coverage: 0, matched: [] }))
  const earlier = chosen.map((sentence) => replacedBy(sentence, scored)).find((one) => one !== null)
  return [say('noted', { quote: quoted(inOrder.join(' ')) }), ...(earlier ? [say('before', { quote: quoteOf(earlier.passage) })] : [])].join(' ')
}

function lookUp(view: View, query: Query, passages: readonly Passage[]): string {
  if (query.turns.length > 0) {
    const wanted = passages.filter((passage) => passage.turn !== null && query.turns.includes(passage.turn) && passage.source !== 'summary')
    const chosen = query.terms.length > 0 ? best(query, coverageOf(query, wanted), NEAR) : []
    if (wanted.length > 0) return present((chosen.length > 0 ? chosen : preferred(query, wanted)).slice(0, MAX_SENTENCES), query)
    const note = notesOf(view)
    if (note) return say('noTurn', { note })
  }
  if (query.terms.length === 0 || query.everything) {
    const told = query.everything || query.memory ? tellingMost(passages, query) : []
    return told.length > 0 ? present(told, query) : say('nothingThat')
  }
  const coverage = coverageOf(query, passages)
  const direct = best(query, coverage, ENOUGH)
  if (direct.length > 0) return present(direct, query)
  const missing = query.terms.filter((term) => coverage.found(term) === 0)
  const near = best(query, coverage, NEAR).slice(0, 1)
  const about = (terms: typeof query.terms) => joined(subjectOf(query, terms).map(quoted))
  if (near.length === 0) return say('nothing', { about: about(query.terms) })
  return `${say('closest', { about: about(missing.length > 0 ? missing : query.terms) })}\n\n${present(near, query)}`
}

/** Sentences that cover at least `floor` of the question, in the order they are to be quoted. */
function best(query: Query, coverage: Coverage, floor: number): Passage[] {
  const enough = newestOnly(coverage.scored, query).filter((one) => one.coverage >= floor)
  const top = Math.max(0, ...enough.map(score))
  const close = query.broad ? enough : enough.filter((one) => score(one) >= top * CLOSE)
  const ranked = [...close].sort((a, b) => rank(a.passage, query) - rank(b.passage, query) || score(b) - score(a) || b.passage.order - a.passage.order)
  return distinct(ranked.map(({ passage }) => passage)).slice(0, MAX_SENTENCES)
}

const score = ({ coverage, passage }: Scored) =>
  Math.round((coverage + (passage.source === 'user' && /\b(?:i|my|we|our|ich|mein\w*|je|mon|ma|yo|mi)\b/i.test(passage.text) ? 0.05 : 0)) * 20) / 20
const rank = (passage: Passage, query: Query) =>
  (query.speaker === 'assistant' && passage.source === 'assistant' ? -1 : RANK[passage.source]) + (passage.section === 'summaries' ? 0.5 : 0)

function distinct(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>()
  return passages.filter((passage) => {
    const key = passage.text.toLowerCase().replace(/\W+$/, '')
    if (seen.has(key) || passages.some((other) => other !== passage && other.lead === passage.text)) return false
    seen.add(key)
    return true
  })
}

const preferred = (query: Query, passages: readonly Passage[]) => {
  const own = passages.filter((passage) => passage.source === (query.speaker ?? 'user'))
  return distinct(own.length > 0 ? own : passages)
}

/** For "what do you know about me": what the user stated, facts before other sentences, the newest first. */
function tellingMost(passages: readonly Passage[], query: Query): Passage[] {
  const own = passages.filter((passage) => passage.source === (query.speaker ?? 'user') || passage.source === 'fact')
  const scored = newestOnly(
    own.map((passage) => ({ passage, coverage: 1, matched: query.terms })),
    { ...query, broad: true },
  )
  const telling = (passage: Passage) => (passage.source === 'fact' || factsOf(passage.text).length > 0 ? 1 : 0)
  return distinct(scored.map((one) => one.passage).sort((a, b) => telling(b) - telling(a) || b.order - a.order)).slice(0, MAX_SENTENCES)
}

function present(passages: readonly Passage[], query: Query): string {
  const [first] = passages
  if (!first) return say('nothingThat')
  if (passages.length === 1) return attributed(first, query.when)
  return [say('many'), '', ...passages.map((passage) => `- ${attributed(passage, query.when)}`)].join('\n')
}

/** What a recall said about turns or ids it could not find. */
export const notesOf = (view: View): string =>
  view.sections
    .flatMap((section) => (section.name === 'recalled' ? section.items : []))
    .filter((item) => item.attributes.who === 'note')
    .map((item) => item.text.trim().replace(/[.]$/, ''))
    .join('; ')
