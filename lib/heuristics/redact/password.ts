import { matchSpans, type TextSpan } from '../secrets/secret-forms'
import { NO_REMARK, PASSWORD } from '../secrets/secrets'

const KEY_NAMES =
  '(?:api|access|secret|private|signing|auth|client|encryption|account|bot|refresh|session|bearer|master|deploy|webhook)[ _-]?(?:(?:access|secret)[ _-]?)?(?:key|token|secret)s?|[a-z]{1,24}_(?:key|token|secret)|secret|token'
const LABELS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${PASSWORD}|(?<key>${KEY_NAMES}))(?![\\p{L}\\p{N}])`, 'giu')
const PLAIN = '(?:[^\\s"\'“”‘’`<>{},;&]|[,;&](?!\\w{0,30}=|[\\s"\']|$)){2,200}'
/** In quotation marks to their end, otherwise to the next space or parameter. */
const valuePattern = (remark: string) =>
  `(?:["“](?<double>[^"“”\\n]{3,120})["”]|'(?<single>[^'\\n]{3,120})'|["'“‘\`]?${remark}(?<plain>[^\\s"'“”‘’\`<>{}\\[,;&]${PLAIN}))`
/** After the label: password=…, "password": "…", --password … */
const SIGNED = new RegExp(
  `["'\`]?(?:\\s{0,2}(?<sign>=>|={1,2}|:=)\\s{0,3}${valuePattern('').replaceAll('?<', '?<set_')}|(?:\\s{0,2}::?\\s{0,3}|(?<=--[a-z-]{0,24})\\s)${valuePattern(NO_REMARK)})`,
  'iuy',
)
/** After the label: my password is …, the password for the router is now … */
const SPOKEN = new RegExp(
  `(?:\\s[\\p{L}'’-]{1,20}){0,4}?\\s(?:is|was|are|to|lautet|ist|est|es|è|é|zijn|är)(?:\\s(?:now|still|currently))?:?\\s${valuePattern(NO_REMARK)}`,
  'iuy',
)
const OWN = /(?<!\p{L})(?:my|our|his|her|their|your)\s(?:[\p{L}-]{1,20}\s){0,2}$/iu
/** four-digit secrets: my PIN is 5093, CVV: 123 */
const PIN =
  /(?<=(?<![\p{L}\p{N}])(?:pin|puk|cvv2?|cvc2?)(?:[ -](?:code|number))?(?:(?<=c[12]?|v[12]?)\s|\s(?:[\p{L}'’]{1,12}\s){0,4}is\s|\s?[:=]\s?))\d{3,8}(?!\p{N})/giu

/** Code that reads a password, and words that describe one, are not passwords. */
const CODE =
  /^(?:\$|%|\p{L}[\w]*(?:\.\p{L}\w*)*[([]|(?:self|this|req|request|os|process|env|config|user|args|options|settings|data|body|params|props|state|form|ctx)\.)/u
const DESCRIBED =
  /^(?:str(?:ing)?|text|char|varchar|bytes|int|number|bool(?:ean)?|any|object|null|none|nil|undefined|true|false|yes|no|required|optional|hidden|empty|unset|pass(?:word|wd)?s?|pwd|token|key|secret|redacted|x{3,}|\*+|\.{3,}|…)[.,;:!?)|]*$/i
const HINT =
  /^(?:enter|type|choose|confirm|repeat|forgot|new|old|current|your|please|must|should|invalid|wrong|incorrect|at least|minimum|change|reset|show|hide|the|a|password) /i
const MIXED =
  /\p{L}\P{L}*\d|\d\P{L}*\p{L}|\p{Ll}\p{Lu}|[\p{L}\p{N}][!@#$%^*_+=?~][\p{L}\p{N}]?|[!@#$%^*]\p{L}/u
const RANDOM = /^(?=\S*\d)\S{8,}/
const ENDS_CLAUSE = /^["'”’`]?\s*(?:[.,;!?)\]}]|$|\n|and\b|but\b|or\b)/u
const PARTICIPLE = /(?:ed|ing)$/i

function valueAfter(text: string, label: TextSpan, isKey: boolean): TextSpan | null {
  SIGNED.lastIndex = SPOKEN.lastIndex = label.end
  const signed = SIGNED.exec(text)
  const match = signed ?? SPOKEN.exec(text)
  if (!match) return null
  const groups = match.groups ?? {}
  const quoted = groups.double ?? groups.single ?? groups.set_double ?? groups.set_single
  const value = quoted ?? groups.plain ?? groups.set_plain ?? ''
  const bare = quoted ?? value.replace(/[.,:!?)\]}]+$/, '')
  if (CODE.test(value) || DESCRIBED.test(value) || bare.length < 3) return null
  if (quoted !== undefined && HINT.test(quoted)) return null
  const start = match.index + match[0].lastIndexOf(value)
  const end = start + bare.length
  const isSet = groups.sign !== undefined
  const isStated = isKey
    ? RANDOM.test(bare) || (isSet && bare.length >= 12)
    : isSet ||
      quoted !== undefined ||
      MIXED.test(bare) ||
      (!PARTICIPLE.test(bare) &&
        (signed
          ? ENDS_CLAUSE.test(text.slice(end, end + 12))
          : OWN.test(text.slice(Math.max(0, label.start - 60), label.start))))
  return isStated ? { start, end } : null
}

function valuesIn(text: string): TextSpan[] {
  const places: TextSpan[] = []
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

export const passwordsIn = (text: string): TextSpan[] => [
  ...(NAMES.test(text) ? valuesIn(text) : []),
  ...matchSpans(text, PIN),
]
