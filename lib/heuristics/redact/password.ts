import { type Place, placesOf } from '../secret-forms'
import { NO_REMARK, PASSWORD } from '../secret-words'

const KEY_NAMES =
  '(?:api|access|secret|private|signing|auth|client|encryption|account|bot|refresh|session|bearer|master|deploy|webhook)[ _-]?(?:(?:access|secret)[ _-]?)?(?:key|token|secret)s?|[a-z]{1,24}_(?:key|token|secret)|secret|token'
const LABELS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PASSWORD}|(?<key>${KEY_NAMES}))(?![\\p{L}\\p{N}])`, 'giu')
const VALUE = `(?<quote>["'“‘\`]?)${NO_REMARK}(?<value>[^\\s"'“”‘’\`<>{}\\[,;&][^\\s"'“”‘’\`<>,;&]{2,200})`
/** After the label: password=…, "password": "…", --password … */
const SIGNED = new RegExp(
  `["'\`]?(?:\\s{0,2}(?<sign>=>|[:=]{1,2})\\s{0,3}|(?<=--[a-z-]{0,24})\\s)${VALUE}`,
  'iuy',
)
/** After the label: my password is …, the password for the router is now … */
const SPOKEN = new RegExp(
  `(?:\\s[\\p{L}'’-]{1,20}){0,4}?\\s(?:is|was|are|to|lautet|ist|est|es|è|é|zijn|är)(?:\\s(?:now|still|currently))?:?\\s${VALUE}`,
  'iuy',
)
const OWN = /(?<!\p{L})(?:my|our|his|her|their|your)\s(?:[\p{L}-]{1,20}\s){0,2}$/iu
/** four-digit secrets: my PIN is 5093, CVV: 123 */
const PIN =
  /(?<=(?<![\p{L}\p{N}])(?:pin|puk|cvv2?|cvc2?)(?:[ -](?:code|number))?(?:\s(?:[\p{L}'’]{1,12}\s){0,4}is\s|\s?[:=]\s?))\d{3,8}(?!\p{N})/giu

/** Code that reads a password, and words that describe one, are no password. */
const CODE =
  /^(?:\$|%|\p{L}[\w]*(?:\.\p{L}\w*)*[([]|(?:self|this|req|request|os|process|env|config|user|args|options|settings|data|body|params|props|state|form|ctx)\.)/u
const DESCRIBED =
  /^(?:str(?:ing)?|text|char|varchar|bytes|int|number|bool(?:ean)?|any|object|null|none|nil|undefined|true|false|yes|no|required|optional|hidden|empty|unset|pass(?:word|wd)?s?|pwd|token|key|secret|redacted|x{3,}|\*+|\.{3,}|…)[.,;:!?)|]*$/i
/** A digit or a sign inside a word, or capitals after small letters. */
const MIXED =
  /\p{L}\P{L}*\d|\d\P{L}*\p{L}|\p{Ll}\p{Lu}|[\p{L}\p{N}][!@#$%^*_+=?~][\p{L}\p{N}]?|[!@#$%^*]\p{L}/u
const RANDOM = /^(?=\S*\d)\S{8,}/
const ENDS_CLAUSE = /^["'”’`]?\s*(?:[.,;!?)\]}]|$|\n|and\b|but\b|or\b)/u
const PARTICIPLE = /(?:ed|ing)$/i

/** The value after a label, if the text says that it is one. */
function valueAfter(text: string, label: Place, isKey: boolean): Place | null {
  SIGNED.lastIndex = SPOKEN.lastIndex = label.end
  const signed = SIGNED.exec(text)
  const match = signed ?? SPOKEN.exec(text)
  if (!match) return null
  const { value = '', quote = '', sign = '' } = match.groups ?? {}
  const bare = value.replace(/[.,:!?)\]}]+$/, '')
  if (CODE.test(value) || DESCRIBED.test(value) || bare.length < 3) return null
  const start = match.index + match[0].length - value.length
  const end = start + bare.length
  const isStated = isKey
    ? RANDOM.test(bare) || (sign.includes('=') && bare.length >= 12)
    : sign.includes('=') ||
      quote !== '' ||
      MIXED.test(bare) ||
      (!PARTICIPLE.test(bare) &&
        (signed
          ? ENDS_CLAUSE.test(text.slice(end, end + 12))
          : OWN.test(text.slice(Math.max(0, label.start - 60), label.start))))
  return isStated ? { start, end } : null
}

function valuesIn(text: string): Place[] {
  const places: Place[] = []
  LABELS.lastIndex = 0
  for (let label = LABELS.exec(text); label; label = LABELS.exec(text)) {
    const place = { start: label.index, end: label.index + label[0].length }
    const value = valueAfter(text, place, label.groups?.key !== undefined)
    if (!value) continue
    places.push(value)
    LABELS.lastIndex = value.end
  }
  return places
}

const NAMES = /pass|pwd|pswd|wort|woord|contrase|senha|пароль|lösen|secret|token|key|phrase|word/i

/** The values of passwords, tokens and PINs that the text names as such. */
export const passwordsIn = (text: string): Place[] => [
  ...(NAMES.test(text) ? valuesIn(text) : []),
  ...placesOf(text, PIN),
]
