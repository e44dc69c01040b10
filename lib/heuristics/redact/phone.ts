import { matchSpans, type TextSpan } from '../secrets/secret-forms'

const EXTENSION = '(?:[ ,]{0,2}(?:x|ext\\.?|extension)[ .]?\\d{1,6})?'
const END = '(?![\\p{L}\\p{N}]|[.,:/-]\\p{N})'
const START = '(?<![\\p{L}\\p{N}+]|\\p{N}[.,:/()-]|[-_#=/]|\\p{L}\\()'
const form = (digits: string) => new RegExp(`${START}${digits}${EXTENSION}${END}`, 'giu')
/** Without a sign of its own a number may be the rest of a longer one. */
const ALONE = '(?<!\\p{N} )'

type Form = { pattern: RegExp; digits: readonly [least: number, most: number] }
const FORMS: readonly Form[] = [
  // +44 20 7946 0958, +41 (0)62 585 51 90, 0046 8 123 456 78
  {
    pattern: form(
      '(?:\\+|(?<!\\p{N} )00)[1-9]\\d{0,2}(?:[ .\\-/]?\\(0?\\d{1,5}\\)[ .-]?\\d{1,9}(?:[ .\\-/]\\d{2,8}){0,4}|[ .\\-/]?\\d{1,9}(?:[ .\\-/]\\d{2,8}){1,5})',
    ),
    digits: [8, 17],
  },
  { pattern: form('\\+\\d{10,15}'), digits: [10, 15] },
  // (415) 555-1234, +1 (415) 555-1234, (64) 3591-3246
  {
    pattern: form(
      '(?:(?:\\+|00)?\\d{1,3}[ .-]?)?\\((?!(?:19|20)\\d\\d\\))\\d{2,5}\\)[ .-]?\\d{2,5}(?:[ .-]?\\d{2,5}){1,3}',
    ),
    digits: [8, 15],
  },
  // 415-555-1234, 1-415-555-1234, 001-518-640-0854
  { pattern: form('(?:(?:001|1)[-. ])?\\d{3}([-. ])\\d{3}\\1\\d{4}'), digits: [10, 13] },
  // 082 490 1693, 0688 843 79 56, 03.93.92.16.85, 0961-7596216
  {
    pattern: form(
      `${ALONE}(?!0\\d[-./ ]\\d\\d?[-./ ](?:19|20)\\d\\d)0[1-9]\\d{0,3}(?:([ .-])\\d{2,5}(?:[ .-]\\d{2,5}){1,3}|[-/ ]\\d{5,8})`,
    ),
    digits: [9, 11],
  },
]

/** Numbers that need a word next to them: 9469 9966, 71-33-52-22, 4155551234. */
const NAMED = form(`${ALONE}\\(?\\d{1,5}\\)?(?:[ .\\-/]?\\d{2,5}){1,5}`)
const NAMED_DIGITS = [6, 13] as const
const SAYS_PHONE =
  /(?<!\p{L})(?:(?:tele|smart|cell)?phone|mobile|cell|tel|telefone?|téléphone|handy|móvil|fax|desk|landline|hotline|voicemail|whatsapp|signal|(?:call|ring|dial|text|sms|phone|reach|answer|messag|contact)(?:s|es|ed|ing)?|(?:my|his|her|their|our|your) (?:new |old )?number(?: is)?)(?!\p{L})[^\d\n]{0,30}\n?[ \t]*$/iu
const IS_PHONE =
  /^(?:[ ,-]{0,3}(?:office|fax|mobile|cell|phone|desk|home|work)(?!\p{L})|\s?\((?:cell|mobile|fax|work|home|office)\))/iu
const AMOUNT =
  /^ ?(?:[kmgt]?b|bytes?|rows?|times|people|users|m?s|seconds|minutes|items?|files?|tokens?|records?|euros?|dollars?|pounds?|points?|k?m|%|€|£|\$)(?![\p{L}\p{N}])/iu
const OTHER =
  /(?:order|invoice|ticket|case|issue|reference|ref|account|version|isbn|issn|doi|serial|room|page|line|port|code|pin|id|no|zip|card|iban|error|status|pr|build|bytes?|rows?|at row|item|extension)(?!\p{L})[^\p{L}\d]{0,4}(?:(?:is|number|no)[^\p{L}\d]{0,3}){0,2}$/iu
const DATE =
  /^\(?(?:(?:19|20)\d\d([-./ ])\d\d?\1\d\d?|\d\d?([-./ ])\d\d?\2(?:19|20)\d\d|(?:19|20)\d\d[-/ ](?:19|20)\d\d$)/

function isNamed(text: string, { start, end }: TextSpan): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  if (OTHER.test(before) || AMOUNT.test(text.slice(end, end + 12))) return false
  return SAYS_PHONE.test(before) || IS_PHONE.test(text.slice(end, end + 12))
}

const EXTENDED = /[ ,]{0,2}(?:x|ext).*$/i
const digitsOf = (written: string) => written.replace(EXTENDED, '').replace(/\D/g, '').length

/** The place without last groups that are too many: another number follows. Null if it is no phone number. */
function fitted(
  text: string,
  { start, end }: TextSpan,
  [least, most]: readonly [number, number],
): TextSpan | null {
  let written = text.slice(start, end)
  while (digitsOf(written) > most && /[ .\-/]\d+$/.test(written)) written = written.replace(/[ .\-/]\d+$/, '')
  const count = digitsOf(written)
  return count >= least && count <= most && !DATE.test(written)
    ? { start, end: start + written.length }
    : null
}

const ISBN = /isbn[^\n]{0,12}$/i
const isBook = (text: string, start: number) => ISBN.test(text.slice(Math.max(0, start - 20), start))

/** Phone numbers: by their form, or after or before a word such as "call", "mobile", "fax". */
export function phonesIn(text: string): TextSpan[] {
  const found = (pattern: RegExp, digits: readonly [number, number]) =>
    matchSpans(text, pattern).flatMap((place) => fitted(text, place, digits) ?? [])
  return [
    ...FORMS.flatMap(({ pattern, digits }) => found(pattern, digits)).filter(
      ({ start }) => !isBook(text, start),
    ),
    ...found(NAMED, NAMED_DIGITS).filter((place) => isNamed(text, place)),
  ]
}
