import { WEEKDAY } from '@/lib/base/time/words'
import { MONTH } from '@/lib/heuristics/fact-finding/quantities'
import { announcesChange, SETS } from '@/lib/heuristics/statement'
import { contentWords } from '@/lib/heuristics/text/words'
import { isUnreal } from '@/lib/heuristics/unreal'
import { readingOf } from '@/lib/model/embed/subject'
import { isNameWord } from './query'

/** Kinds of value, such as "£24.99", "Tuesday at 9:30" and "20 mg": a new value replaces one of its kind. */
const KINDS: readonly RegExp[] = [
  /[£$€¥]\s?\d+(?:[.,]\d+)*|\b\d+(?:[.,]\d+)?\s?(?:euros?|pounds?|dollars?|quid|francs?)\b/gi,
  /\b(?:\d{1,2}:\d{2}|\d{1,2} ?[ap]m)\b/gi,
  new RegExp(`\\b(?:${WEEKDAY}|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2})\\b`, 'gi'),
  /\b\d+(?:[.,]\d+)? ?(?:mg|ml|mcg)\b/gi,
  /\b\d+(?:[.,]\d+)? ?(?:kg|kilos?|pounds|stone)\b/gi,
  /\b\d+(?:[.,]\d+)? ?(?:km|miles?)\b/gi,
  /\b\d+ ?(?:hours?|minutes?)\b/gi,
]

/** The kind of which the earlier sentence gives one value, and this part of the later one another. */
const replacedKind = (earlier: string, part: string) =>
  KINDS.find((kind) => {
    const [[before, ...others], [now]] = [earlier.match(kind) ?? [], part.match(kind) ?? []]
    return before !== undefined && others.length === 0 && now !== undefined && !earlier.includes(now)
  })

const CALENDAR = new RegExp(`^(?:${MONTH}|${WEEKDAY})$`, 'i')
/** Words about a value or its change that name no other thing. */
const OF_VALUES = new RegExp(
  `^(?:prices?|costs?|fees?|charges?|charged|bills?|amount|dose|date|time|slot|week|month|year|next|${SETS}|went|goes|today|yesterday)$`,
  'i',
)
const isOfValue = (text: string) => /\d/.test(text) || CALENDAR.test(text) || OF_VALUES.test(text)

const DENIES = /\b(?:not|never|still|isn['’]t|wasn['’]t|aren['’]t|didn['’]t)\b/i
/** Up to who changed a value, which says nothing about whose it is: "The cardiologist doubled the atorvastatin to 40 mg". */
const ACTOR = new RegExp(
  `^.*?\\b(?=(?:has |have )?(?:${SETS}|changed|moved) (?:the|my|our|it|its|that|this)\\b)`,
  'i',
)
/** Words that mean somebody else, whose value it may be. */
const OTHERS = /\b(?:he|she|his|her|hers|their|theirs)\b/i

/**
 * Whether a later sentence announces a change and gives a new value for the only value of that kind in the
 * earlier one. Whatever it names before the new value must be in the earlier sentence too.
 */
export function givesNewValue(earlier: string, later: string): boolean {
  if (!announcesChange(later) || isUnreal(later) || DENIES.test(later)) return false
  if (OTHERS.test(later) && !OTHERS.test(earlier)) return false
  const clauses = later.split(/(?<=[,;:.!?])\s/)
  const at = clauses.findIndex((part) => replacedKind(earlier, part))
  const known = readingOf(earlier).keys
  const isKnown = (word: string) => [...readingOf(word).keys].some((key) => known.has(key))
  return (
    at >= 0 &&
    contentWords(
      clauses
        .slice(0, at + 1)
        .join(' ')
        .replace(ACTOR, ''),
    ).every(({ text }) => isOfValue(text) || announcesChange(text) || isKnown(text))
  )
}

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
