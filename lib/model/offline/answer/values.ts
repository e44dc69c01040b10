import { MONTH, UNITS } from '@/lib/heuristics/fact-finding/quantities'
import { announcesChange, isPersonal, isUnreal, SETS } from '@/lib/heuristics/statement'
import { contentWords } from '@/lib/heuristics/text/words'
import { readingOf, sameOwner, speaksOf } from '@/lib/model/embed/subject'
import { WEEKDAY } from '@/lib/shared/time/words'
import { isNameWord } from './query'

/** Kinds of value, such as "£24.99", "Tuesday at 9:30" and "20 mg": a new value replaces one of its kind. */
const KINDS: readonly RegExp[] = [
  new RegExp(`[£$€¥]\\s?\\d+(?:[.,]\\d+)*|\\b\\d+(?:[.,]\\d+)?\\s?(?:${UNITS.money})\\b`, 'gi'),
  /\b(?:\d{1,2}:\d{2}|\d{1,2} ?[ap]m)\b/gi,
  new RegExp(
    `\\b(?:(?:(?:${WEEKDAY}),? (?:the )?)?(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2})|${WEEKDAY})\\b`,
    'gi',
  ),
  ...[UNITS.dose, `${UNITS.weight}|pounds|stone`, UNITS.distance].map(
    (units) => new RegExp(`\\b\\d+(?:[.,]\\d+)? ?(?:${units})\\b`, 'gi'),
  ),
  new RegExp(`\\b\\d+ ?(?:${UNITS.duration})\\b`, 'gi'),
]

/** Whether the earlier sentence gives one value of some kind, and the later one another. */
export const givesOtherValue = (earlier: string, later: string): boolean =>
  KINDS.some((kind) => {
    const [before, ...others] = earlier.match(kind) ?? []
    return (
      before !== undefined && others.length === 0 && (later.match(kind) ?? []).some((now) => now !== before)
    )
  })

const CALENDAR = new RegExp(`^(?:${MONTH}|${WEEKDAY})$`, 'i')
const OF_VALUES = new RegExp(
  `^(?:prices?|costs?|fees?|charges?|charged|bills?|amount|dose|date|time|slot|week|month|year|next|${SETS}|went|goes|today|yesterday)$`,
  'i',
)
const isOfValue = (text: string) => /\d/.test(text) || CALENDAR.test(text) || OF_VALUES.test(text)

const DENIES = /\b(?:not|never|still|isn['’]t|wasn['’]t|aren['’]t|didn['’]t)\b/i
const DOING = `(?=(?:has |have )?(?:${SETS}|changed|moved) `
/** Who changed a value, not whose it is: "The cardiologist doubled the atorvastatin to 40 mg". */
const ACTOR = new RegExp(
  `^(?:(?:[Tt]he )?[\\p{L}.'’-]+ (?:\\p{Lu}[\\p{L}'’-]* )?${DOING}(?:the|my|our|it|its|that|this)\\b)|(?:[Mm]y|[Oo]ur) \\p{L}+ ${DOING}(?:my|our)\\b))`,
  'u',
)
/** Words that mean somebody else, whose value it may be. */
const OTHERS = /\b(?:he|she|his|her|hers)\b/i
/** A clause that says what the next one is about: "For the parking at the gym, …". */
const NARROWS = /^(?:for|at|in|with)\b/i

/** The clauses of a later sentence that announces a change, up to the one with a new value; null = none. */
function clausesWithValue(earlier: string, later: string): string[] | null {
  if (!announcesChange(later) || isUnreal(later) || (OTHERS.test(later) && !OTHERS.test(earlier))) return null
  const clauses = later.split(/(?<=[,;:.!?])\s/)
  const at = clauses.findIndex((part) => givesOtherValue(earlier, part))
  return at < 0 || DENIES.test(clauses[at] ?? '') ? null : clauses.slice(0, at + 1)
}

/** Whether a later sentence announces a change and gives a new value of a kind. */
export const mayGiveNewValue = (earlier: string, later: string): boolean =>
  clausesWithValue(earlier, later) !== null

/**
 * The same, surely of the same thing: the clause and what narrows it name nothing that is not in the earlier
 * sentence.
 */
export function givesNewValue(earlier: string, later: string): boolean {
  const clauses = clausesWithValue(earlier, later)
  if (!clauses) return false
  const before = readingOf(earlier)
  const words = (clause: string) =>
    contentWords(clause.replace(ACTOR, '')).flatMap(({ text }) =>
      isOfValue(text) || announcesChange(text) ? [] : text,
    )
  const own = words(clauses.at(-1) ?? '')
  const narrowing = clauses.slice(0, -1).filter((clause) => own.length === 0 || NARROWS.test(clause))
  return [...narrowing.flatMap(words), ...own].every((word) => speaksOf(before, word))
}
/** "My doctor halved my dose": whoever changed it, it is the speaker's. */
export const isDoneToOwn = (sentence: string): boolean => ACTOR.test(sentence)

/** The names in a text. True if not the first word, which is capitalised whether or not it is a name. */
const namesIn = (text: string) =>
  new Map(
    contentWords(text).flatMap((word): [string, boolean][] =>
      isNameWord(word.text) && !CALENDAR.test(word.text) ? [[word.text, word.at > 0]] : [],
    ),
  )
/** "PureGym put the price up to £27.99" is about the gym of "My gym membership at PureGym costs £24.99". */
export function shareName(one: string, other: string): boolean {
  const names = namesIn(one)
  return [...namesIn(other)].some(([name, isInside]) => names.has(name) && (isInside || names.get(name)))
}

/** Says that something is over: "I stopped taking ramipril", "I cancelled the gym". */
const OVER =
  /\b(?:stopped(?! (?:at|by|in|for|off|near|on)\b)|quit|gave up|given up|no longer|(?:don|doesn|isn|aren)['’]t(?=.{1,80} any ?more\b)|sold|cancell?ed|got rid of|(?:am|['’]m|came|took me) off)\b/i
const CLAUSE = /(?<=[,;:.!?])\s|\s(?:and|but|so|after|because|since)\s/
const DENIED = /\b(?:not|never|(?:have|has|had|did|was|were)n['’]t)\b/i
/** What was so in the past stays so: "I paid £300 for the bike". */
const PAST = /\b(?:bought|paid|went|met|was|were|got|saw|took|did|had)\b|\p{L}ed\b/iu
const OF_OTHERS = /\b(?:he|she|his|her|hers|their|your)\b/i
/** "I no longer work on Fridays" ends only a part. */
const PART = new RegExp(`\\b(?:${WEEKDAY})s?\\b`, 'i')
const ASIDE =
  /^(?:last|week|month|year|yesterday|today|ago|finally|already|recently|now|time|any|anymore|luckily|sadly|unfortunately)$/i

/** Whether a later sentence ends what the earlier one states: its clause names nothing else. */
export function endsIt(earlier: string, later: string): boolean {
  const clause = later.split(CLAUSE).find((one) => OVER.test(one))
  if (clause === undefined || isUnreal(later) || PAST.test(earlier)) return false
  if (
    [DENIED, PART].some((form) => form.test(clause)) ||
    (OF_OTHERS.test(clause) && !OF_OTHERS.test(earlier))
  )
    return false
  const [before, now] = [readingOf(earlier), readingOf(clause)]
  const words = contentWords(clause.replace(OVER, '')).filter(({ text }) => !ASIDE.test(text))
  return (
    words.length > 0 &&
    words.every(({ text }) => speaksOf(before, text)) &&
    sameOwner(before, now) &&
    startsAlike(earlier, clause)
  )
}

function startsAlike(earlier: string, clause: string): boolean {
  const [first = ''] = earlier.split(' ', 1)
  const isNamed = isNameWord(first) && contentWords(first).length > 0
  if (isPersonal(clause)) return isPersonal(earlier) || !isNamed
  const [word] = contentWords(clause)
  return word === undefined || !isNameWord(word.text) || word.text === first
}
