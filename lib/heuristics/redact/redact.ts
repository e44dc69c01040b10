import { keysIn, matchSpans, randomWordsIn, type TextSpan } from '../secrets/secret-forms'
import { cardsIn, ibansIn } from '../secrets/secret-numbers'
import { addressesIn } from './address'
import { ipsIn } from './ip'
import { nameSpans } from './name'
import { passwordsIn } from './password'
import { phonesIn } from './phone'

const HYPHENED = /(?=\d{3}-)(?<![\p{L}\p{N}]|\p{N}[-.])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}]|[-.]\d)/gu
/** Nine digits, in one run or spaced, are one only where something says so. */
const NAMED =
  /(?=\d{3})(?<=(?<![\p{L}\p{N}])(?:ssn|itin|social security(?: (?:number|no\.?|nr\.?|#))?)[^\d\n]{0,20})\d{3}[ .-]?\d{2}[ .-]?\d{4}(?![\p{L}\p{N}]|[-.]\d)/giu

export const ssnsIn = (text: string): TextSpan[] => [
  ...matchSpans(text, HYPHENED).filter(
    ({ start }) => !/licen[cs]e[^\n]{0,14}$/i.test(text.slice(Math.max(0, start - 24), start)),
  ),
  ...matchSpans(text, NAMED),
]

/** The length of the parts is bounded as in RFC 5321, which also bounds the time. */
const ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-](?:[\p{L}\p{N}._%+'-]{0,62}[\p{L}\p{N}_%+-])?\s?(?:@|[[(]at[\])])\s?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.|\s?[[(]dot[\])]\s?)){1,8}\p{L}{2,24}(?!\p{L})/giu
/** The user of every Git server, and spaced signs that are no address: "score @ example.com". */
const NOBODY = /^git@|\s@|@\s/i
/** Before the password in "https://ana:secret@example.com", which is no address either. */
const LOGIN = /:\/\/[^\s/@]{0,80}$/

/** E-mail addresses, also written "name [at] example [dot] com". */
export const emailsIn = (text: string): TextSpan[] =>
  /@|[[(]at/i.test(text)
    ? matchSpans(text, ADDRESS).filter(
        ({ start, end }) =>
          !NOBODY.test(text.slice(start, end)) && !LOGIN.test(text.slice(Math.max(0, start - 90), start)),
      )
    : []

const PLACEHOLDERS = {
  key: '[key]',
  email: '[e-mail]',
  card: '[card]',
  iban: '[IBAN]',
  ssn: '[SSN]',
  ip: '[IP address]',
  password: '[password]',
  phone: '[phone]',
  address: '[address]',
  name: '[name]',
  birth: '[birth date]',
  handle: '[handle]',
  host: '[internal address]',
} as const
export type RedactionType = keyof typeof PLACEHOLDERS
/** A replaced place; `start` and `end` count in the text as it was. */
export type Redaction = TextSpan & { type: RedactionType }

/** A hash of a file or commit is random too, but gives nothing away. */
const HASH = /^[\da-f-]+$/i
const randomKeysIn = (text: string) =>
  randomWordsIn(text).filter(({ start, end }) => !HASH.test(text.slice(start, end)))

export type Finder = { type: RedactionType; find: (text: string) => TextSpan[] }
/** The surest first: where places overlap, the first one's type names the whole. */
const FINDERS: readonly Finder[] = [
  { type: 'key', find: keysIn },
  { type: 'email', find: emailsIn },
  { type: 'card', find: cardsIn },
  { type: 'iban', find: ibansIn },
  { type: 'password', find: passwordsIn },
  { type: 'ssn', find: ssnsIn },
  { type: 'ip', find: ipsIn },
  { type: 'phone', find: phonesIn },
  { type: 'address', find: addressesIn },
  { type: 'key', find: randomKeysIn },
  { type: 'name', find: nameSpans },
]

/** Overlapping places become one, so that no end of a longer one is left over. */
function placesIn(text: string, finders: readonly Finder[]): Redaction[] {
  const found = finders
    .flatMap(({ type, find }, rank) => find(text).map((span) => ({ ...span, type, rank })))
    .sort((a, b) => a.start - b.start || a.rank - b.rank)
  const places: typeof found = []
  for (const next of found) {
    const last = places.at(-1)
    if (!last || next.start >= last.end) places.push(next)
    else
      Object.assign(last, next.rank < last.rank ? next : {}, {
        start: last.start,
        end: Math.max(last.end, next.end),
      })
  }
  return places.map(({ type, start, end }) => ({ type, start, end }))
}

type Redacted = { text: string; found: Redaction[] }
function replaced(text: string, finders: readonly Finder[]): Redacted {
  const found = placesIn(text, finders)
  let [redacted, at] = ['', 0]
  for (const { type, start, end } of found) {
    redacted += text.slice(at, start) + PLACEHOLDERS[type]
    at = end
  }
  return { text: redacted + text.slice(at), found }
}

/** Replaces secrets, personal data and what `more` finds by placeholders. A second time changes nothing more. */
export const redact = (text: string, more: readonly Finder[] = []): Redacted =>
  replaced(text, [...more, ...FINDERS])

const SECRETS: ReadonlySet<RedactionType> = new Set(['key', 'card', 'iban', 'password'])
/** The same for keys, passwords and account numbers alone. */
export const withoutSecrets = (text: string): string =>
  replaced(
    text,
    FINDERS.filter(({ type }) => SECRETS.has(type)),
  ).text
