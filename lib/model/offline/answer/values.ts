import { WEEKDAY } from '@/lib/base/time/words'
import { MONTH } from '@/lib/heuristics/fact-finding/quantities'
import { announcesChange } from '@/lib/heuristics/statement'
import { contentWords } from '@/lib/heuristics/text/words'
import { readingOf } from '@/lib/model/embed/subject'
import { isNameWord } from './query'

/** Kinds of value, such as "£24.99", "Tuesday at 9:30" and "20 mg": a new value replaces one of its kind. */
const KINDS: readonly RegExp[] = [
  /[£$€¥]\s?\d|\b\d+(?:[.,]\d+)?\s?(?:euros?|pounds?|dollars?|quid|francs?)\b/i,
  new RegExp(
    `\\b(?:\\d{1,2}:\\d{2}|\\d{1,2} ?[ap]m|(?:${WEEKDAY})|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2})\\b`,
    'i',
  ),
  /\b\d+(?:[.,]\d+)? ?(?:mg|ml|mcg)\b/i,
  /\b\d+(?:[.,]\d+)? ?(?:kg|kilos?|pounds|stone)\b/i,
  /\b\d+(?:[.,]\d+)? ?(?:km|miles?)\b/i,
  /\b\d+ ?(?:hours?|minutes?)\b/i,
]

/** Whether two sentences give values of the same kind. */
const shareKind = (one: string, other: string): boolean =>
  KINDS.some((kind) => kind.test(one) && kind.test(other))

const CALENDAR = new RegExp(`^(?:${MONTH}|${WEEKDAY})$`, 'i')
/** Words about a value or its change that name no other thing. */
const OF_VALUES =
  /^(?:prices?|costs?|fees?|charges?|charged|rates?|bills?|amount|dose|date|time|slot|day|week|month|year|next|put|pushed|brought|raised|increased|lowered|reduced|upped|went|goes)$/i
const isOfValue = (text: string) => /\d/.test(text) || CALENDAR.test(text) || OF_VALUES.test(text)

/**
 * Whether a later sentence announces a change and gives a new value of the same kind, without naming anything
 * that the earlier one does not.
 */
export function givesNewValue(earlier: string, later: string): boolean {
  if (!announcesChange(later)) return false
  const clause = later.split(/[,;:.!?]\s/).find((part) => shareKind(earlier, part))
  if (!clause) return false
  const known = readingOf(earlier).keys
  const isKnown = (word: string) => [...readingOf(word).keys].some((key) => known.has(key))
  return contentWords(clause).every(({ text }) => isOfValue(text) || announcesChange(text) || isKnown(text))
}

const namesIn = (text: string) =>
  contentWords(text).flatMap((word) => (isNameWord(word.text) && !CALENDAR.test(word.text) ? word.text : []))
/** "PureGym put the price up to £27.99" is about the gym of "My gym membership at PureGym costs £24.99". */
export const shareName = (one: string, other: string): boolean => {
  const names = new Set(namesIn(one))
  return namesIn(other).some((name) => names.has(name))
}
