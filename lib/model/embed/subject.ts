import { PERSON } from '@/lib/heuristics/fact-finding/vocabulary'
import { asksFor, isQuestion } from '@/lib/heuristics/question'
import { announcesChange } from '@/lib/heuristics/statement'
import { conceptKeys, namesSomething, synonymsOf } from '@/lib/heuristics/text/concepts'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import {
  contentWords,
  type Language,
  languageOfText,
  type TextWord,
  wordSet,
  wordsOf,
} from '@/lib/heuristics/text/words'
import { baseForm } from '@/lib/shared/irregular'
import { keepLast } from '@/lib/shared/keep-last'

const SPEAKER = wordSet('i we ich wir je nous yo')
const OF_MINE = wordSet(
  'my our mein meine meinen meiner meinem unser unsere unserer mon ma mes notre nos mi mis nuestro nuestra',
)
const DETERMINER = new Set([...OF_MINE, ...wordSet('the his her their your')])
/** "My new gardener" takes the place of "my gardener". */
const NEW = wordSet('new neuer neue neues neuen nouveau nouvel nouvelle nuevo nueva')
const ONE_MORE =
  /(?<!\p{L})(?:another|(?:my|our|the) (?:other|second|third)|(?:i|we) also (?:have|own|keep|like|love|speak|play))(?!\p{L})/iu
const FOLLOWS = [
  /(?<!\p{L})(?:(?:t(?:ook|akes?|aken) over|[Ss]witched|[Ss]wapped|[Mm]oved) from|replace[sd]|succeed(?:s|ed)|instead of|[Ll]eft|[Qq]uit|[Dd]itched|[Ss]old(?= (?:the|my|our) )|[Gg](?:ave|iven) up(?: on)?)(?: the| my| our)? (?:\p{Lu}[\p{L}.]* )*(?<name>\p{Lu}[\p{L}\d'’-]*)/u,
  /^(?<name>\p{Lu}[\p{L}-]*)(?=['’]s |\s)[^,;]*,? (?:so|and) (?=.* now(?!\p{L})).* \p{Lu}\p{L}/u,
]
const OFFICE =
  /(?<![\p{L}'’-])\p{Lu}[\p{L}'’-]* (?:is|was|became|has been)(?: now)? the (?:new )?(?<office>\p{Ll}[^.!?,;]{0,60}?)(?: now)?[.!]*$/u
const VALUE = /\p{N}|^\p{Lu}/u
/** "42,000" is "42000". */
const THOUSANDS = /(?<=\d)[.,](?=\d{3}(?!\d))/g
const DENIES =
  /(?<!\p{L})(?:from|not|no longer|instead of|rather than|nicht|statt|au lieu|ne|plus|en vez|ya no)(?!\p{L})|n['’]t(?!\p{L})/iu
/** After these "'s" is "is" or "has": "the flight's been put back". */
const IS = /^(?:been|gone|got|now|not|a|an|in|on|at|up|down|off|too|so|just|.{2,}ed)$/
const AND = wordSet('and but then und et y')
const INVERTED = wordSet('do does did')
/** The form of a verb ends the name of a thing: "my gym costs". */
const VERB = /(?:ed|[^su]s)$/
const NUMBER = /^\d/
/** Before an owner these introduce a place: "the key is at my sister's house" is about the key. */
const PLACE = wordSet('at in to from with near by on under behind into beside')
/** "My sister has a dog called Bobo" is about her dog. */
const HAS = new RegExp(
  `(?<!\\p{L})(?:[Mm]y|[Oo]ur) (?<owner>${PERSON})(?: \\p{Lu}[\\p{L}'’-]*)? (?:(?:also|now|just) )*(?:has|owns|keeps|got|bought|adopted) (?:an? |two |three |some )`,
  'u',
)
const EARLY = 5
/** Up to this many content words, a sentence about neither the speaker nor their things has one subject. */
const SHORT = 6
/** Least share of the shorter sentence's words that the other one has, too. */
const SHARE = 0.5
/** Least share of all words that both have: long sentences share some word with any short one. */
const OF_ALL = 0.2

/** What a sentence is about. */
export function readingOf(sentence: string, language: Language | null = languageOfText(sentence)) {
  const all = wordsOf(sentence)
  const content = contentWords(sentence, language)
  const telling = new Set(content.map(({ at }) => at))
  const lower = (at: number) => all[at]?.lower ?? ''
  const isPlace = (at: number) => lower(at - 2) !== 'now' && PLACE.has(lower(at - 1))
  const owners = all.flatMap((word, at) => {
    // "The flight's been put back" is no possessive.
    const next = all[at + 1]
    const owns =
      /['’]s$/.test(word.text) &&
      next !== undefined &&
      telling.has(word.at) &&
      !DETERMINER.has(next.lower) &&
      !IS.test(next.lower)
    if (!owns && !(OF_MINE.has(lower(at - 1)) && lower(at - 2) === 'of')) return []
    const start = DETERMINER.has(lower(at - 1)) ? at - 1 : DETERMINER.has(lower(at - 2)) ? at - 2 : at
    return isPlace(start) ? [] : (conceptKeys(word.lower, language)[0] ?? [])
  })
  const has = HAS.exec(sentence)?.groups?.owner
  if (has) owners.push(conceptKeys(has.toLowerCase(), language)[0] ?? has)
  const first = all.slice(0, EARLY).find(({ lower }) => SPEAKER.has(lower) || OF_MINE.has(lower))
  const starts: 'speaker' | 'thing' | null = first ? (SPEAKER.has(first.lower) ? 'speaker' : 'thing') : null
  const words = content.map((word) => conceptKeys(word.lower, language))
  const thing = thingIn(all, telling, language)
  const last = thing.at(-1)
  const next = last && language === 'en' ? all[all.indexOf(last) + 1] : undefined
  const deeds = all.flatMap((word, place) => {
    const next = content.find(({ at, lower }) => at > word.at && lower !== 'longer')
    const joins = starts === 'speaker' && AND.has(word.lower) && next?.at === all[place + 1]?.at
    return next && (SPEAKER.has(word.lower) || joins) ? [next] : []
  })
  const names = content.length > SHORT ? [] : content.filter(({ text }) => /^\p{Lu}/u.test(text))
  let named = [...thing, ...names]
  const left = FOLLOWS.flatMap((form) => form.exec(sentence)?.groups?.name ?? [])[0]
  const follows = left ? (conceptKeys(left.toLowerCase(), language)[0] ?? null) : null
  if (thing.length === 0 && starts === 'speaker') named = [...deeds, ...names]
  else if (thing.length === 0) named = content.length > SHORT ? [] : content
  return {
    /** Its content words, each as the keys that match it. */
    words,
    keys: new Set(words.flat()),
    /** Whose things they are ("my sister's parrot": sister). */
    owners,
    /** Which is named first: the speaker, or a thing of theirs. */
    starts,
    /** The first thing of the speaker, each word as its keys ("my sister's old boat is": sister, boat). */
    thing: thing.map((word) => conceptKeys(word.lower, language)),
    /** The name that follows it, in lower case: "my neighbour Vara grows". English only. */
    name: next && /^\p{Lu}/u.test(next.text) && telling.has(next.at) ? next.lower : null,
    /** What the speaker does ("I work at": work). */
    deeds: deeds.flatMap((word) => conceptKeys(word.lower, language)),
    changes: announcesChange(sentence) || (thing.length > 0 && content.some(({ lower }) => NEW.has(lower))),
    /** Who or what is replaced: "Joan took over from Owen", "I left Barclays". */
    follows,
    /** What a named person is: "Owen is the new treasurer". */
    office: OFFICE.exec(sentence)?.groups?.office?.toLowerCase() ?? '',
    /** Adds one more of the kind: "my other cat", "I also have". */
    adds: ONE_MORE.test(sentence),
    /** The words of its thing, else of the deeds, else of a short sentence, as written. */
    named: named.map((word) => word.lower),
    /** Its numbers and names. */
    values: new Set(
      content.flatMap(({ text, lower }) => (VALUE.test(text) ? lower.replace(THOUSANDS, '') : [])),
    ),
    /** Names a value that no longer holds: "not Tom but Rex", "from 91 to 84 euros". */
    denies: DENIES.test(sentence),
  }
}
export type SubjectReading = ReturnType<typeof readingOf>

/** The words of the first thing of the speaker. In English these may be several. */
function thingIn(
  all: readonly TextWord[],
  content: ReadonlySet<number>,
  language: Language | null,
): TextWord[] {
  const lower = (at: number) => all[at]?.lower ?? ''
  const isIn = (at: number) => lower(at - 2) !== 'now' && PLACE.has(lower(at - 1))
  const mine = all.findIndex((word, at) => OF_MINE.has(word.lower) && !isIn(at))
  const thing: TextWord[] = []
  for (const word of mine < 0 ? [] : all.slice(mine + 1)) {
    const { text, at } = word
    if (NEW.has(word.lower)) continue
    const ends = namesSomething(word.lower) || baseForm(word.lower) !== word.lower || VERB.test(text)
    if (!content.has(at) || NUMBER.test(text) || (thing.length > 0 && (ends || /^\p{Lu}/u.test(text)))) break
    thing.push(word)
    if (language !== 'en' && !/['’]s$/.test(text)) break
  }
  // "What does my dog eat" is about the dog.
  return thing.length > 1 && INVERTED.has(lower(mine - 1)) ? thing.slice(0, -1) : thing
}

const said = (thing: readonly string[][], { keys }: SubjectReading) =>
  thing.every((word) => word.some((key) => keys.has(key)))
/** Whether each names the thing of the other: "my piano teacher" is not "my piano". */
const sameThing = (a: SubjectReading, b: SubjectReading) => said(a.thing, b) && said(b.thing, a)

const isOwned = (a: SubjectReading, b: SubjectReading) =>
  a.owners.every((owner) => conceptKeys(owner, null).some((key) => b.keys.has(key))) &&
  !(a.starts === 'thing' && b.starts === 'speaker' && !a.thing.some((word) => said([word], b)))

export const sameOwner = (a: SubjectReading, b: SubjectReading): boolean => isOwned(a, b) && isOwned(b, a)

/** Whether a sentence has a word, or another for the same. */
export const speaksOf = ({ keys }: SubjectReading, word: string): boolean =>
  [...readingOf(word).keys].some((key) => keys.has(key))

function shared(a: SubjectReading, b: SubjectReading): number {
  const found = new Set<string>()
  for (const keys of a.words) if (keys[0] && keys.some((key) => b.keys.has(key))) found.add(keys[0])
  return found.size
}

/** "I work at the mill" and "I met a friend at the mill" are both about the speaker, but differ. */
const sameDeed = (a: SubjectReading, b: SubjectReading) =>
  a.starts !== 'speaker' ||
  b.starts !== 'speaker' ||
  (a.thing.length > 0 && b.thing.length > 0) ||
  a.deeds.some((key) => b.deeds.includes(key))

/** Whether one announces a change of the speaker's thing that the other names. */
const isChange = (a: SubjectReading, b: SubjectReading) =>
  (a.changes || b.changes) && a.thing.length > 0 && b.thing.length > 0

/** "My neighbour Vara" and "my neighbour Ruvik" are two people, unless one is said to be new. */
const sameName = (a: SubjectReading, b: SubjectReading) =>
  a.changes || b.changes || a.name === null || b.name === null || a.name === b.name

/** "Joan took over from Owen" is about whatever Owen is said to be. */
const isFollowed = (a: SubjectReading, b: SubjectReading) => a.follows !== null && b.keys.has(a.follows)

/** Whether two sentences are about the same thing of the same person, whatever they say about it. */
export function sameSubject(a: SubjectReading, b: SubjectReading): boolean {
  if (isFollowed(a, b) || isFollowed(b, a) || (a.office !== '' && a.office === b.office)) return true
  const mayBe = a.adds === b.adds && sameOwner(a, b) && sameThing(a, b) && sameName(a, b) && sameDeed(a, b)
  if (!mayBe) return false
  const both = Math.max(shared(a, b), shared(b, a))
  const [less, more] = [a.words.length, b.words.length].sort((x, y) => x - y)
  const enough = both >= SHARE * (less ?? 0) && both >= OF_ALL * ((less ?? 0) + (more ?? 0) - both)
  // "The garden is large" and "The garden is wet" share a topic, but no statement.
  const least =
    a.changes || b.changes || [a, b].some(({ thing, deeds }) => thing.length + deeds.length) ? 1 : 2
  return both >= least && (enough || isChange(a, b))
}

const READ_CHARS = 4_000
/** `Turn 3:` at the start of a line states nothing. */
const LABEL = /(?<=^|\n)\s*\p{L}+ \d+:\s*/gu
/** Readings of the last texts: a search, its marks, the prompt and the next turn all read the same ones. */
const read = new Map<string, SubjectReading[]>()
const READ_TEXTS = 2_048

export function readingsIn(text: string): SubjectReading[] {
  const known = read.get(text)
  if (known) return known
  const readings = sentencesOf(text.slice(0, READ_CHARS))
    .filter((sentence) => !isQuestion(sentence) && !asksFor(sentence))
    .map((sentence) => readingOf(sentence.replace(LABEL, '')))
  keepLast(read, READ_TEXTS, text, readings)
  return readings
}

/**
 * Whether a later sentence gives another value of what the earlier one is about: it announces a change and does
 * not only say the same again, or it has other numbers or names, and the rest is the same thing.
 */
export function changesValue(earlier: SubjectReading, later: SubjectReading): boolean {
  if (!sameSubject(earlier, later)) return false
  const [before, now] = [earlier.values, later.values]
  const isAgain = (value: string) => now.has(value)
  if (isFollowed(later, earlier) || (later.changes && later.denies)) return true
  if (later.changes) return before.size === 0 || ![...before].every(isAgain)
  if (before.size === 0 || now.size === 0 || [...before].some(isAgain)) return false
  const [less = [], more = []] = [earlier, later]
    .map(({ words, values }) =>
      words.filter((word) => !word.some((key) => values.has(key.replace(THOUSANDS, '')))).map(String),
    )
    .sort((a, b) => a.length - b.length)
  const sameThing = earlier.thing.length > 0 && later.thing.length > 0
  return sameThing || less.every((word) => more.includes(word))
}

/** Most synonyms per word. Their lists begin with English. */
const SYNONYMS = 8
/** Words that find other sentences on the same subject. */
export const wordsOfSubject = ({ thing, named }: SubjectReading): string[] =>
  thing.length > 0
    ? named
    : named.flatMap((word) => [word, ...synonymsOf(conceptKeys(word, null), word).slice(0, SYNONYMS)])
