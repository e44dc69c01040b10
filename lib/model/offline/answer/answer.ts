import { factQuestion } from '@/lib/heuristics/fact-finding/asked'
import { politely, statingSentences } from '@/lib/heuristics/question'
import { isPersonal } from '@/lib/heuristics/statement'
import { joined, quoted, say } from '@/lib/heuristics/templates'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { isPast } from '@/lib/heuristics/unreal'
import { intentOf } from '@/lib/model/offline/think/intent'
import { mentioned, reachOf, searchOf, wasSearched } from '@/lib/model/offline/think/searched'
import type { View } from '@/lib/model/offline/view'
import { plainLine } from '@/lib/shared/memory/readable'
import { shortened } from '@/lib/shared/shortened'
import { dayOf } from '@/lib/shared/time/day'
import { choose, isPassed, MAX_SENTENCES, preferred, tellingMost } from './choose'
import { type Coverage, coverageOf, ENOUGH, groundsOf, isLight, lacking, saidThen } from './coverage'
import { knownOn, replacementsIn } from './from-facts'
import type { Passage } from './passage'
import { passagesOf, speakersIn } from './passages'
import { aboutOf, isNaming, mainWords, type Query, queryOf, type Term } from './query'
import { attributed, attributedEarlier, factOf, named } from './quote'

/** Share of a question that the closest sentence covers at least. */
const NEAR = 0.2
/** The same of one that lacks what the question names: less is noise. */
const NEAR_WITHOUT_KEY = 0.4
/** Most facts in a list. */
const MAX_LISTED = 30
/** How much of a statement is repeated. */
const NOTED = 300

/** Everything the engine can say about the current message from its prompt. */
export function answerTo(view: View): string {
  const intent = intentOf(view)
  const isAsking = intent === 'ask' || intent === 'command'
  if (intent === 'today') return view.today ? say('today', { date: dayOf(view.today) }) : say('noAnswer')
  if (intent === 'acknowledgement') return attachedOf(view) || say('acknowledged')
  if (!isAsking && intent !== 'statement' && intent !== 'forget') return say(intent)
  const passages = passagesOf(view)
  const stated = statingSentences(view.task)
  if (intent === 'forget') {
    const noted = stated.length > 0 ? [noteOf(stated)] : []
    return [say('forget'), ...meantToForget(queryOf(view.task), passages), ...noted].join('\n\n')
  }
  if (isAsking) {
    const query = queryOf(view.task)
    const found = lookUp(view, query, saidThen(view, query, passages))
    return stated.length > 0 ? `${found}\n\n${noteOf(stated)}` : found
  }
  const noted = noteOf(stated.length > 0 ? stated : sentencesOf(view.task))
  return [noted, attachedOf(view)].filter(Boolean).join('\n\n')
}

const attachedOf = (view: View) =>
  view.attached.length > 0 ? say('attached', { files: joined(view.attached.map(named)) }) : ''

/** What is known of something that the person wants forgotten. */
function meantToForget(query: Query, passages: readonly Passage[]): string[] {
  const known = knownOn({ ...query, text: factQuestion(`forget ${query.text}`) }, passages)
  const own = passages.filter(({ source, stranger }) => source === 'user' && !stranger)
  const lines = known
    ? known.facts.slice(-MAX_LISTED).map(factOf)
    : choose(query, coverageOf(query, own), ENOUGH).map((one) => attributed(one, false))
  return lines.length > 0 ? [bulleted(lines, say('forgetKnown'))] : []
}

/** Repeats a statement. */
function noteOf(stated: readonly string[]): string {
  const all = [...stated.entries()].sort(([, a], [, b]) => Number(isPersonal(b)) - Number(isPersonal(a)))
  const shown: typeof all = []
  let room = NOTED
  for (const [at, one] of all) {
    room -= one.length + 1
    if (room >= 0 || shown.length === 0) shown.push([at, one])
  }
  const chosen = shown.sort(([a], [b]) => a - b).map(([, one]) => one)
  const quote = quoted(shortened(chosen.map(plainLine).join(' '), NOTED))
  return say(chosen.length < stated.length ? 'notedMore' : 'noted', { quote })
}

function lookUp(view: View, query: Query, passages: readonly Passage[]): string {
  if (query.turns.length > 0) {
    const wanted = passages.filter(
      (passage) =>
        passage.turn !== null && query.turns.includes(passage.turn) && passage.source !== 'summary',
    )
    const chosen = query.terms.length > 0 ? choose(query, coverageOf(query, wanted), NEAR) : []
    if (wanted.length > 0) return present(chosen.length > 0 ? chosen : preferred(query, wanted), query)
    const note = notesOf(view)
    if (note) return say('noTurn', { note })
  }
  if (query.everything || (query.terms.length === 0 && !knownOn(query, passages))) {
    const isAboutAll = query.everything || query.memory
    const told = isAboutAll ? tellingMost(passages, query) : []
    if (told.length > 0) return present(told, query)
    const attached = passages.filter(({ source, from }) => source === 'file' && view.attached.includes(from))
    if (attached.length > 0) return present(attached.slice(0, MAX_SENTENCES), query)
    if (!isAboutAll) return say('noSubject')
    return withSearch(view, query, say('nothingThat'), ' ', say('foundNothing'))
  }
  return answerOn(view, query, passages)
}

const unique = <T>(values: readonly T[]) => [...new Set(values)]

/** What is said about the one subject of a question. */
function answerOn(view: View, query: Query, passages: readonly Passage[]): string {
  const known = knownOn(query, passages)
  const grounds = groundsOf(query, passages)
  const coverage = coverageOf(query, grounds)
  if (known) {
    const shown = present([...known.shown, ...known.before], query, known.before)
    const text = known.was ? `${say('was', { value: quoted(known.was) })}\n\n${shown}` : shown
    const said = known.is === null ? text : say(known.is ? 'yes' : 'no', { text })
    return known.formerly ? `${said}\n\n${say('formerly', { value: quoted(known.formerly) })}` : said
  }
  const past = isYesNo(query.text)
    ? coverage.scored.findLast(
        ({ passage, held }) =>
          passage.source === 'user' && held.length === query.terms.length && isPast(passage.text),
      )
    : undefined
  if (past) return say('no', { text: attributed(past.passage, false) })
  const direct = choose(query, coverage, ENOUGH)
  if (direct.length > 0) return presentNow(direct, query, passages)
  const [near] = closestOf(query, coverage)
  if (near) {
    const missing = lacking(query, coverage, near, speakersIn(view))
    return withSearch(view, query, `${nearestOf(query, missing)}\n\n${present([near], query)}`, '\n\n')
  }
  const [other] = choose(query, coverageOf(query, passages), ENOUGH)
  if (!other) return unanswered(view, query, lacking(query, coverage, null, speakersIn(view)))
  const lead = say('notYours', { about: aboutOf(query) })
  return withSearch(view, query, `${lead}\n\n${present([other], query)}`, '\n\n')
}

const isYesNo = (text: string) => /^(?:do|does|am|is|are|have|has)(?!\p{L})/iu.test(politely(text))
/**
 * Sentences with the names in the question or its rarest word; if there are none, those that cover much of
 * the rest.
 */
function closestOf(query: Query, all: Coverage): Passage[] {
  // A lesson may answer, but nobody said it to be remembered.
  const isSpecific = (term: Term) => !term.kind && !isLight(term)
  const told = all.scored.filter(
    ({ passage, held }) => passage.source !== 'strategy' && held.some(isSpecific),
  )
  const coverage = { ...all, scored: told }
  const main = mainWords(query)
  const rarest = coverage.rarest.filter(isSpecific).slice(0, 1)
  const key = main.length < query.terms.length ? main : rarest
  const scored = coverage.scored.filter(({ held }) => held.some((term) => key.includes(term)))
  const [near] = choose(query, { ...coverage, scored }, NEAR)
  if (near) return [near]
  return query.own && key === main ? [] : choose(query, coverage, NEAR_WITHOUT_KEY)
}

/** Memory is only said to hold nothing if nothing in view has a word of the question. */
function unanswered(view: View, query: Query, missing: readonly Term[]): string {
  const { anywhere, onlyAsked } = mentioned(view, query)
  if (anywhere.length === 0 || !wasSearched(view))
    return [
      withSearch(view, query, say('nothing', { about: aboutOf(query, missing) }), ' ', say('foundNothing')),
      ...(query.own || query.memory ? [] : [say('beyond')]),
    ].join(' ')
  const found = onlyAsked.length === anywhere.length ? say('foundQuestions') : ''
  return withSearch(view, query, say('noAnswer'), ' ', found)
}

/** What the closest sentence lacks: words that nothing in view contains. */
function nearestOf(query: Query, missing: readonly Term[]): string {
  if (missing.length === 0)
    return query.terms.length === 1 ? say('beside') : say('apart', { about: aboutOf(query) })
  return missing.every(isNaming) ? say('noName') : say('closest', { about: aboutOf(query, missing) })
}

/** An incomplete answer, with what was searched or how far recall was allowed to reach. */
function withSearch(view: View, query: Query, text: string, gap: string, result = ''): string {
  const reach = searchOf(view, query, result) ?? reachOf(view)
  return reach ? `${text}${gap}${reach}` : text
}

/** Sentences of which the facts have replaced some: the words that hold now come first. */
function presentNow(all: readonly Passage[], query: Query, passages: readonly Passage[]): string {
  const past = query.former ? all.filter((one) => isPassed(query, one, all)) : []
  const found = past.length > 0 ? past : all
  const replaced = query.former ? [] : replacementsIn(found, passages)
  const shown = unique([...replaced.map(({ by }) => by), ...found])
  const earlier = replaced.map(({ passage }) => passage)
  return present(shown, query, earlier.length > 0 ? earlier : undefined)
}

function present(
  passages: readonly Passage[],
  query: Query,
  earlier = passages.filter((one) => isPassed(query, one, passages)),
): string {
  const lines = passages.map((one) =>
    earlier.includes(one) ? attributedEarlier(one) : attributed(one, query.when),
  )
  return lines.length - earlier.length === 1 ? lines.join('\n\n') : bulleted(lines)
}

const bulleted = (lines: readonly string[], lead: string = say('many')) =>
  [lead, '', ...lines.map((line) => `- ${line}`)].join('\n')

/** What this turn's recalls said about turns that they could not find. */
export const notesOf = (view: View): string =>
  view.performed
    .filter((call) => call.name === 'recall_context' && !call.failed)
    .map((call) => (call.result.split('=== ')[0] ?? '').trim().replace(/[.]$/, ''))
    .filter(Boolean)
    .join('; ')
