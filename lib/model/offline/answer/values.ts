import { WEEKDAY } from '@/lib/base/time/words'
import { MONTH } from '@/lib/heuristics/fact-finding/quantities'
import { announcesChange } from '@/lib/heuristics/statement'
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
const OF_VALUES =
  /^(?:prices?|costs?|fees?|charges?|charged|bills?|amount|dose|date|time|slot|week|month|year|next|put|pushed|brought|raised|increased|lowered|reduced|upped|doubled|halved|cut|went|goes|today|yesterday)$/i
const isOfValue = (text: string) => /\d/.test(text) || CALENDAR.test(text) || OF_VALUES.test(text)

const DENIES = /\b(?:not|never|still|isn['’]t|wasn['’]t|aren['’]t|didn['’]t)\b/i
/** Who changes a value says nothing of whose it is: "The cardiologist doubled the atorvastatin to 40 mg". */
const ACTOR =
  /^.*?\b(?=(?:has |have )?(?:put|pushed|brought|raised|increased|lowered|reduced|upped|doubled|halved|cut|changed|moved) (?:the|my|our|it|its|that|this)\b)/i
/** Somebody else's, or somebody else who did it. */
const OTHERS = /\b(?:he|she|his|her|hers|their|theirs)\b/i

/**
 * Whether a later sentence announces a change and gives a new value in place of the only one of its kind, and
 * up to that value names nothing that the earlier sentence does not.
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

/** Names in a text and whether each is more than the first word, which is capitalised in any case. */
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
