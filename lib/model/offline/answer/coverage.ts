import { nounClass } from '@/lib/heuristics/fact-finding/vocabulary'
import { announcesChange, asksForWishes, isUnreal } from '@/lib/heuristics/statement'
import { agentKey, conceptKeys } from '@/lib/heuristics/text/concepts'
import { stemOf, type TextWord, wordSet, wordsOf } from '@/lib/heuristics/text/words'
import { readingOf, sameOwner } from '@/lib/model/embed/subject'
import type { View } from '@/lib/model/offline/view'
import { searchRangeOf } from '@/lib/shared/time/time-range'
import { SEASON } from '@/lib/shared/time/words'
import { fold } from '@/lib/shared/words'
import type { ShownPassage } from './passages'
import { OWN_NAME, type Query, type Term } from './query'
import { givesKind, lacksWanted } from './wanted'

export const ENOUGH = 0.6
const KIND_WORD_WEIGHT = 0.4
/** Verbs of moving, getting and changing say little of what a question is about. */
const LIGHT = wordSet(
  'go goes going gone went run runs running ran drive drives driving drove walk walked leave leaves leaving left tell told call last name raise raised receive received bring brought earn earned make made take took need needed use used change changed spend spent pay call collect collected expire expires broken breaks',
)
const [LIGHT_WEIGHT, LIGHT_TOGETHER] = [0.4, 0.6]
/** A word in this many messages is their common subject, which a single sentence need not repeat. */
const [COMMON, COMMON_WEIGHT] = [5, 0.3]
export const isLight = ({ word }: Term) => LIGHT.has(fold(word))
/** Factor for a sentence about another's things, a wish, or without the time or place asked for. */
const OTHERS = 0.5

const namesOf = (query: Query, speaker: string): ReadonlySet<string> =>
  new Set(wordsOf(speaker).map((word) => stemOf(word.lower, query.language)))
const isName = ({ keys }: Term, names: ReadonlySet<string>) => names.has(keys[0] ?? '')
export const asksOf = (query: Query, speaker: string): boolean => {
  const names = namesOf(query, speaker)
  return query.terms.some((term) => isName(term, names))
}
/** What may answer: a question about oneself that names no speaker is not answered by strangers' words. */
export const groundsOf = (query: Query, passages: readonly ShownPassage[]): readonly ShownPassage[] =>
  query.own && !passages.some(({ speaker }) => speaker !== '' && asksOf(query, speaker))
    ? passages.filter((passage) => !passage.stranger)
    : passages

/** The words of a question that no passage, not `near` and no speaker has. */
export function lacking(
  query: Query,
  coverage: Pick<Coverage, 'found'>,
  near: ShownPassage | null,
  speakers: readonly string[],
): Term[] {
  const names = new Set(speakers.flatMap((speaker) => [...namesOf(query, speaker)]))
  const words = near ? wordsOf(`${near.lead} ${near.text}`) : []
  const english = new Set(words.map((word) => stemOf(word.lower, 'en')))
  return query.terms.filter(
    (term) =>
      coverage.found(term) === 0 && !isName(term, names) && !english.has(stemOf(fold(term.word), 'en')),
  )
}

/** A sentence about another's name does not answer what the person is called. */
const namesAnother = (query: Query, { text, lead, means }: ShownPassage) =>
  query.ownName &&
  [means || text, lead].some((sentence) => readingOf(sentence).keys.has('#name') && !OWN_NAME.test(sentence))

/** "My sister lives in Rome" does not say where the person lives. */
function isOthers(query: Query, { text, lead, means, speaker }: ShownPassage): boolean {
  // "When does nursery close?" asks of anyone's.
  if (speaker !== '' || (query.reading.starts === null && query.reading.owners.length === 0)) return false
  const reading = readingOf(means || `${lead} ${text}`, query.language)
  // The plate "of my car" is the person's, too.
  const owners = reading.owners.filter((owner) => nounClass(owner) !== 'thing')
  const isSame = sameOwner(query.reading, query.reading.owners.length > 0 ? reading : { ...reading, owners })
  return !isSame || isOtherThing(query, means || text)
}

/** "I wish I lived in Paris" does not say where the person lives. */
const isWished = (
  { broad, own, former, text: question }: Query,
  { text, lead, source, speaker }: ShownPassage,
) =>
  source === 'user' &&
  speaker === '' &&
  own &&
  !broad &&
  !former &&
  !asksForWishes(question) &&
  isUnreal(lead || text)

/** "The new plan costs 9 euros" is not about "my phone plan", nor "the code of my bag" about "my door code". */
function isOtherThing({ reading: { thing }, language }: Query, sentence: string): boolean {
  if (thing.length < 2) return false
  const { starts, words, thing: other } = readingOf(sentence, language)
  const isOf = (word: string[] | undefined) => thing.some((one) => one.some((key) => word?.includes(key)))
  const isNamed = words.some((_, at) =>
    thing.every((one, i) => one.some((key) => words[at + i]?.includes(key))),
  )
  if (starts !== null) return other.length > 0 && !isNamed && !other.some(isOf)
  const at = words.findIndex((word) => thing.at(-1)?.some((key) => word.includes(key)))
  return at > 0 && !isOf(words[at - 1])
}

const ADDRESS = /\b(e-?mail|web|ip|mac|work|delivery|billing) $/i
/** What follows "moved" if not the person did: "my router", not "this summer" or "our family". */
const MOVED_THING = new RegExp(
  `^ (?!(?:\\p{L}+|\\d+) (?:few |couple of )?(?:hour|day|week|weekend|month|year|${SEASON})s?\\b|(?:my|our|the) (?:whole )?family\\b)(?:the|an?|my|our|his|her|their|it|its|this|that|these|those|them|some|money|two|three|\\d+)\\b`,
  'iu',
)

const isThing = ({ reading: { thing }, language }: Query, word: string) =>
  thing.length === 1 && conceptKeys(word, language).some((key) => thing[0]?.includes(key))

function hitsIn(query: Query, passage: ShownPassage, names: ReadonlySet<string>): boolean[] {
  const { text, from, lead, means } = passage
  const all = `${text} ${from} ${lead} ${means}`
  // "Ruth offers her sister's café" does not mention "my sister".
  const isTheirs = ({ at, lower }: TextWord) =>
    query.own &&
    isThing(query, lower) &&
    /(?:\b(?:his|her|their)|\p{Lu}\p{L}*['’]s) $/u.test(all.slice(0, at))
  // "If it trips" is about no holiday.
  const isDeed = ({ at, lower }: TextWord) =>
    /^(?:trips|presents|films|shops)$/.test(lower) && /\b(?:it|he|she|who) $/i.test(all.slice(0, at))
  // A mother-in-law is no mother.
  const isInLaw = ({ at, text: { length } }: TextWord) =>
    !query.text.includes('-') &&
    (/^-in-law/i.test(all.slice(at + length, at + length + 7)) ||
      /(?:^|\P{L})(?:step|half|ex)-$/iu.test(all.slice(Math.max(0, at - 6), at)))
  // Someone who moved a router still lives where they did.
  const isMovingThings = ({ at, lower, text: { length } }: TextWord) =>
    /^mov(?:es?|ed|ing)$/.test(lower) &&
    !/\bmov(?:e[sd]?|ing)\b/i.test(query.text) &&
    MOVED_THING.test(all.slice(at + length))
  // Nor does an e-mail address say where one lives.
  const isOtherAddress = ({ at, lower }: TextWord) => {
    const [, kind] = lower === 'address' ? (ADDRESS.exec(all.slice(Math.max(0, at - 12), at)) ?? []) : []
    return kind !== undefined && !query.text.toLowerCase().includes(kind.toLowerCase())
  }
  const isOther = [isTheirs, isDeed, isInLaw, isMovingThings, isOtherAddress]
  const words = wordsOf(all).filter((word) => !isOther.some((is) => is(word)))
  const keys = new Set(words.flatMap(({ lower }) => conceptKeys(lower, query.language)))
  const stated = query.terms.map((term) => term.keys.some((key) => keys.has(key)))
  // "Ana is my vet now" does not repeat what kind of answer "What is my vet called?" wants.
  const about = query.terms.some((term, i) => stated[i] && !term.kind)
  const changed = about && announcesChange(text)
  const said = query.terms.map((term, i) => stated[i] || (about && givesKind(term, text, changed)))
  // A speaker's name counts as a word of the sentence, but alone it is no answer.
  const named = query.terms.map((term) => isName(term, names))
  const counts = said.some(Boolean) || named.every(Boolean)
  return said.map((one, i) => one || (counts && (named[i] ?? false)))
}

/** The share of the question's terms that occur, weighted by idf = 1 + ln((N + 1) / (df + 1)). */
export function coverageOf(query: Query, passages: readonly ShownPassage[]) {
  const { terms } = query
  const names = passages.map(({ speaker, product, source }) =>
    namesOf(query, speaker || (source === 'assistant' ? product : '')),
  )
  const hits = passages.map((passage, at) => hitsIn(query, passage, names[at] ?? new Set()))
  const counts = terms.map(
    (term, i) => hits.filter((hit, at) => hit[i] || isName(term, names[at] ?? new Set())).length,
  )
  // Two words for one thing say no more than one word.
  const thing = new Set(query.reading.thing.flat())
  const shareOf = (term: Term) => {
    if (term.kindWord) return KIND_WORD_WEIGHT
    if (isLight(term)) return Math.min(LIGHT_WEIGHT, LIGHT_TOGETHER / terms.filter(isLight).length)
    return term.keys.some((key) => thing.has(key)) ? 1 / query.reading.thing.length : 1
  }
  const isSubject = (term: Term, i: number) =>
    !term.keys.some((key) => thing.has(key)) &&
    new Set(passages.flatMap(({ turn, mark }, at) => (hits[at]?.[i] ? `${turn} ${mark}` : []))).size >= COMMON
  // Only where the question says what kind of answer it wants: an amount, or who does something.
  const common = new Set(terms.filter(isSubject))
  const isDoer = ({ keys, word }: Term) => keys[0] === agentKey(fold(word), query.language)
  const tells = terms.some((term) => term.kindWord || (isDoer(term) && !common.has(term)))
  const weights = terms.map(
    (term, i) =>
      (1 + Math.log((passages.length + 1) / (Math.max(1, counts[i] ?? 0) + 1))) *
      shareOf(term) *
      (tells && common.has(term) ? COMMON_WEIGHT : 1),
  )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const scored = passages.map((passage, at) => {
    const weight = sum(weights.filter((_, i) => hits[at]?.[i]))
    const held = terms.filter((_, i) => hits[at]?.[i])
    const others =
      weight > 0 && (isOthers(query, passage) || isWished(query, passage) || lacksWanted(query, passage.text))
    const share = weight === 0 || namesAnother(query, passage) ? 0 : weight / sum(weights)
    return {
      passage,
      /** The share of the question, 0 to 1. */
      coverage: others ? share * OTHERS : share,
      matched: others ? [] : held,
      /** Also the terms of a sentence about others, or without the time or place that is asked for. */
      held,
    }
  })
  const weightOf = (term: Term) => weights[terms.indexOf(term)] ?? 0
  return {
    scored,
    best: Math.max(0, ...scored.map((one) => one.coverage)),
    /** How many passages contain the term. */
    found: (term: Term) => counts[terms.indexOf(term)] ?? 0,
    rarest: terms.toSorted((a, b) => weightOf(b) - weightOf(a)),
  }
}

export type Coverage = ReturnType<typeof coverageOf>
export type Scored = Coverage['scored'][number]

/** What was said at the time that a question names; all, if nothing of that time answers it. */
export function saidThen(
  { today }: View,
  query: Query,
  passages: readonly ShownPassage[],
): readonly ShownPassage[] {
  const range = query.time && today ? searchRangeOf(query.time, new Date(`${today}T12:00:00Z`), 'UTC') : null
  if (!range) return passages
  // Dates in the prompt are local, and so is the range: only the digits are compared.
  const [from, to] = [range.from, range.to].map((at) => at.toISOString().slice(0, 19))
  const then = passages.filter(({ date }) => date >= (from ?? '') && date < (to ?? ''))
  const answers = query.terms.length === 0 || coverageOf(query, groundsOf(query, then)).best >= ENOUGH
  return answers ? then : passages
}
