import { MONTH } from '@/lib/heuristics/fact-finding/quantities'

/** Kinds of value that are replaced by another of the same kind: "£24.99", "Tuesday at 9:30", "20 mg". */
const KINDS: readonly RegExp[] = [
  /[£$€¥]\s?\d|\b\d+(?:[.,]\d+)?\s?(?:euros?|pounds?|dollars?|quid|francs?)\b/i,
  new RegExp(
    `\\b(?:\\d{1,2}:\\d{2}|\\d{1,2} ?[ap]m|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2})\\b`,
    'i',
  ),
  /\b\d+(?:[.,]\d+)? ?(?:mg|ml|mcg)\b/i,
  /\b\d+(?:[.,]\d+)? ?(?:kg|kilos?|pounds|stone)\b/i,
  /\b\d+(?:[.,]\d+)? ?(?:km|miles?)\b/i,
  /\b\d+ ?(?:hours?|minutes?)\b/i,
]

/** Whether two sentences give values of the same kind. */
export const shareKind = (one: string, other: string): boolean =>
  KINDS.some((kind) => kind.test(one) && kind.test(other))
