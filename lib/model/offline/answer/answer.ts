import { factQuestion } from '@/lib/heuristics/fact-finding/asked'
import { numbersIn } from '@/lib/heuristics/fact-finding/quantities'
import { asksForFeelings } from '@/lib/heuristics/feelings'
import { asksEverything, isQuestion, politely, statingSentences } from '@/lib/heuristics/question'
import { isPast, isPersonal } from '@/lib/heuristics/statement'
import { listInWords, quoted, say } from '@/lib/heuristics/templates'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { intentOf } from '@/lib/model/offline/think/intent'
import { mentionedTerms, reachOf, searchedWords, wasSearched } from '@/lib/model/offline/think/search'
import { itemsIn, type View } from '@/lib/model/offline/view'
import { plainLine } from '@/lib/shared/memory/readable'
import { shortened } from '@/lib/shared/shortened'
import { dayOf } from '@/lib/shared/time/day'
import { literal } from '@/lib/shared/turn/literal'
import { choose, isPassed, MAX_SENTENCES, preferred, tellingMost } from './choose'
import { type Coverage, coverageOf, ENOUGH, groundsOf, isLight, lacking, saidThen } from './coverage'
import { ageIn, type KnownAnswer, knownOn, replacementsIn } from './from-facts'
import { type ShownPassage, shownPassages, speakerOf, speakersIn } from './passages'
import { aboutOf, isNaming, mainWords, type Query, queryOf, singleQuestions, type Term } from './query'
import { attributed, attributedEarlier, factOf, quotedName, quoteOf } from './quote'

/** Share of a question that the closest sentence covers at least. */
const NEAR = 0.2
/** The same of one that lacks what the question names: less is noise. */
const NEAR_WITHOUT_KEY = 0.4
/** Most facts in a list; of more than `FEW` it says where to find all. */
const [MAX_LISTED, FEW] = [30, 12]
const NOTED = 300

export function answerTo(view: View): string {
  const intent = intentOf(view)
  const isAsking = intent === 'ask' || intent === 'command'
  if (intent === 'today') return view.today ? say('today', { date: dayOf(view.today) }) : say('noAnswer')
  if (intent === 'acknowledgement') return attachedOf(view) || say('acknowledged')
  if (!isAsking && intent !== 'statement' && intent !== 'forget') return say(intent)
  const passages = shownPassages(view)
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
  view.attached.length > 0 ? say('attached', { files: listInWords(view.attached.map(quotedName)) }) : ''

function meantToForget(query: Query, passages: readonly ShownPassage[]): string[] {
  const known = knownOn({ ...query, text: factQuestion(`forget ${query.text}`) }, passages)
  const own = passages.filter(({ source, stranger }) => source === 'user' && !stranger)
  const lines = known
    ? known.facts.slice(-MAX_LISTED).map(factOf)
    : choose(query, coverageOf(query, own), ENOUGH).map((one) => attributed(one, false))
  return lines.length > 0 ? [bulleted(lines, say('forgetKnown'))] : []
}

function listOf({ facts, count }: KnownAnswer, others: readonly ShownPassage[]): string {
  const stating = facts.map(({ passage }) => passage)
  const old = replacementsIn(others, stating).map(({ passage }) => passage)
  const more = others.filter(
    (one) => one.facts.length === 0 && one.source === 'user' && !one.stranger && !old.includes(one),
  )
  const lead = count === undefined ? say('list') : say('count', { count: String(count) })
  const lines = unique(facts.map(factOf)).slice(-MAX_LISTED)
  const parts = [bulleted(lines, lead)]
  if (more.length > 0 && count === undefined)
    parts.push(bulleted(unique(more.map(quoteOf)).slice(0, MAX_SENTENCES), say('also')))
  return [...parts, ...(facts.length > FEW ? [say('more')] : [])].join('\n\n')
}

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

function lookUp(view: View, query: Query, passages: readonly ShownPassage[]): string {
  if (query.turns.length > 0) {
    const isOfMine = query.speaker === 'assistant' && query.terms.length === 0
    const said = isOfMine ? ownWords(view, query.turns) : null
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
  const counts = query.often || asksForFeelings(aboutOf(query)) ? countsIn(view) : ''
  if (counts) {
    const [best] = choose(query, coverageOf(query, groundsOf(query, passages)), ENOUGH)
    const quote = best ? `\n\n${attributed(best, true)}` : ''
    return say('counted', { counts: literal(counts) }) + quote
  }
  if (query.everything || (query.terms.length === 0 && !knownOn(query, passages))) {
    const isAboutAll = query.everything || query.memory
    const told = isAboutAll ? tellingMost(passages, query) : []
    const known = query.talk ? null : knownOn(query, passages)
    if (known?.list) return listOf(known, told)
    if (told.length > 0) return present(told, query)
    const asked = query.talk ? askedHere(view) : ''
    if (asked) return asked
    const attached = passages.filter(({ source, from }) => source === 'file' && view.attached.includes(from))
    if (attached.length > 0) return present(attached.slice(0, MAX_SENTENCES), query)
    if (!isAboutAll) return say('noSubject')
    return withSearch(view, query, say('nothingThat'), ' ', say('foundNothing'))
  }
  return unique(singleQuestions(query).map((part) => answerOn(view, part, passages))).join('\n\n')
}

const unique = <T>(values: readonly T[]) => [...new Set(values)]

function answerOn(view: View, query: Query, passages: readonly ShownPassage[]): string {
  const known = knownOn(query, passages)
  const grounds = groundsOf(query, passages)
  const coverage = coverageOf(query, grounds)
  if (known?.list) return listOf(known, query.broad ? choose(query, coverage, ENOUGH) : [])
  if (known) {
    const shown = present([...known.shown, ...known.before], query, known.before)
    const age = ageIn(query.text, known.facts, view.today)
    const lead = known.was ? say('was', { value: quoted(known.was) }) : age && say('aged', { age })
    const text = lead ? `${lead}\n\n${shown}` : shown
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
    const { held } = coverage.scored.find(({ passage }) => passage === near) ?? { held: [] }
    const lead = nearestOf(query, missing, held)
    return withSearch(view, query, `${lead}\n\n${present([near], query)}`, '\n\n')
  }
  const [other] = choose(query, coverageOf(query, passages), ENOUGH)
  if (!other) return unanswered(view, query, lacking(query, coverage, null, speakersIn(view)))
  const lead = say('notYours', { about: aboutOf(query) })
  return withSearch(view, query, `${lead}\n\n${present([other], query)}`, '\n\n')
}

const isYesNo = (text: string) => /^(?:do|does|am|is|are|have|has)(?!\p{L})/iu.test(politely(text))
/** Sentences with the question's names or rarest word, else those that cover much of the rest. */
function closestOf(query: Query, all: Coverage): ShownPassage[] {
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
  const { anywhere, onlyAsked } = mentionedTerms(view, query)
  if (anywhere.length === 0 || !wasSearched(view))
    return [
      withSearch(view, query, say('nothing', { about: aboutOf(query, missing) }), ' ', say('foundNothing')),
      ...(query.own || query.memory ? [] : [say('beyond')]),
    ].join(' ')
  const found = onlyAsked.length === anywhere.length ? say('foundQuestions') : ''
  return withSearch(view, query, say('noAnswer'), ' ', found)
}

/** What the closest sentence, which has the words `held`, lacks: words that nothing in view contains. */
function nearestOf(query: Query, missing: readonly Term[], held: readonly Term[]): string {
  if (missing.length === 0)
    return held.length === query.terms.length ? say('beside') : say('apart', { about: aboutOf(query) })
  return missing.every(isNaming) ? say('noName') : say('closest', { about: aboutOf(query, missing) })
}

/** An incomplete answer, with what was searched or how far recall was allowed to reach. */
function withSearch(view: View, query: Query, text: string, gap: string, result = ''): string {
  const reach = searchedWords(view, query, result) ?? reachOf(view)
  return reach ? `${text}${gap}${reach}` : text
}

function askedHere(view: View): string {
  const questions = itemsIn(view, 'window').flatMap(({ attributes, text }) =>
    attributes.who === 'user' && !speakerOf(attributes)
      ? sentencesOf(text)
          .filter((sentence) => isQuestion(sentence) && !asksEverything(sentence))
          .map((sentence) => say('asked', { quote: `${quoted(sentence)} [turn ${attributes.turn}]` }))
      : [],
  )
  const shown = unique(questions).slice(-MAX_SENTENCES)
  return shown.length > 1 ? bulleted(shown) : (shown[0] ?? '')
}

/** Whether a sentence confirms the number in "Is my code 4471?"; null if the question asks about none. */
function isNumber(question: string, sentence: string): boolean | null {
  const [[asked, ...more], stated] = [numbersIn(question), numbersIn(sentence)]
  const isClear =
    more.length === 0 && stated.length === 1 && !/\b(?:not|never|no longer)\b|n['’]t\b/i.test(sentence)
  return asked && isClear && isYesNo(question) ? stated[0] === asked : null
}

/** Sentences of which the facts have replaced some: the words that hold now come first. */
function presentNow(all: readonly ShownPassage[], query: Query, passages: readonly ShownPassage[]): string {
  const past = query.former ? all.filter((one) => isPassed(query, one, all)) : []
  const found = past.length > 0 ? past : all
  const replaced = query.former ? [] : replacementsIn(found, passages)
  const shown = unique([...replaced.map(({ by }) => by), ...found])
  const earlier = replaced.map(({ passage }) => passage)
  const text = present(shown, query, earlier.length > 0 ? earlier : undefined)
  const is = isNumber(query.text, shown[0]?.means || (shown[0]?.text ?? ''))
  return is === null ? text : say(is ? 'yes' : 'no', { text })
}

function present(
  passages: readonly ShownPassage[],
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

export const notesOf = (view: View): string =>
  view.performed
    .filter((call) => call.name === 'recall_context' && !call.failed)
    .map((call) => (call.result.split('=== ')[0] ?? '').trim().replace(/[.]$/, ''))
    .filter(Boolean)
    .join('; ')

/** What the engine itself said in a turn, its templates included. */
function ownWords(view: View, turns: readonly number[]): string | null {
  const item = [...itemsIn(view, 'window'), ...itemsIn(view, 'recalled')].find(
    ({ attributes }) =>
      attributes.who === 'assistant' && !attributes.conversation && turns.includes(Number(attributes.turn)),
  )
  if (!item) return null
  const text = sentencesOf(item.text).slice(0, MAX_SENTENCES).map(plainLine).join(' ')
  const speaker = speakerOf(item.attributes)
  const product = item.attributes.product ?? ''
  return say(speaker ? 'spoke' : product ? 'productTold' : 'said', {
    product,
    speaker,
    quote: `${quoted(text)} [turn ${item.attributes.turn}]`,
  })
}

const COUNTS = /^[^\n]+\n(?:Turns over time|Topics): [^\n]+/
/** What a tool of this turn counted: the lines before what it found. */
const countsIn = (view: View): string =>
  view.performed.map(({ result }) => COUNTS.exec(result)?.[0] ?? '').find(Boolean) ?? ''
