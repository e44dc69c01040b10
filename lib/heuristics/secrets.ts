import { MAX_SENTENCE, piecesOf } from './sentences'

/** Words that name a secret, with the form of the value that makes their sentence one. */
type Rule = { label: RegExp; value: RegExp }

const label = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')

/** A verb or a sign, and a value that is no remark about the secret ("my password is too long"). */
const STATED =
  /(?:[:=]|(?<!\p{L})(?:is|was|be|been|to|with|now|says|lautet|ist|est|es|è|é|zijn|är)|['’]s)(?:\s+(?:now|still|always|just|currently))*\s+["'“‘]?(?!(?:not|no|too|very|so|the same|wrong|right|correct|incorrect|required|needed|weak|strong|secure|safe|expired|invalid|missing|broken|lost|stolen|blocked|locked|gone|fine|good|bad|long|short|forgotten|out|on|in|at|under|about|for|from|written|stored|saved|kept|set|changed|being|going|reset|my|our|your|his|her|their|it|you|me|us|them|a|an|that|this|work|use|get|be|change|reset|remember|enter|log|sign|make|what|why|how|when)(?![\p{L}\p{N}]))\S{3,}|=\S{3,}/iu
/** Letters with digits or signs inside one word, as people choose passwords. */
const MIXED =
  /(?<!\S)["'“(]?(?=\S*\p{L})(?=\S*(?:\d|\p{Ll}\p{Lu}|[^\p{L}\p{N}\s'’"“”.,;:?!()/-]|[.!^#]\S))[^\s"“”]{6,}/u
const DIGITS = /(?<![\p{L}\p{N}])\p{Lu}?-?\d(?:[ -]?\d){2,}/u
/** A word of at least eight characters with digits, or groups of letters and digits. */
const TOKEN = /(?<![\p{L}\p{N}])(?=[\w+/=.-]*\d)[\w+/=-][\w+/=.-]{7,}|(?:[A-Z0-9]{4,7}-){2,}[A-Z0-9]{4,}/u
const WORD_ROW = /(?:(?<!\p{L})\p{Ll}{3,8}[\s,]+){8,}/u

const PASSWORD =
  "\\p{L}{0,24}(?:pass ?(?:words?|wor?d|wrd|wd|codes?|phrases?|keys?)|passwort|kennwort|wachtwoord|contraseña|mot de passe|senha|пароль|lösenord)|pass|pwd?|pswd|(?:encryption|keepass|secret|recovery|seed|backup|vault) (?:phrase|words?)|(?:memorable|safe|secret) (?:word|place|answer)|security (?:question|answer)[\\p{L}' ]*"

const RULES: readonly Rule[] = [
  { label: label('log-?ins?|credentials'), value: MIXED },
  { label: label(PASSWORD), value: STATED },
  { label: label(PASSWORD), value: MIXED },
  {
    label: label(
      '(?:wi-?fi|wlan|wpa\\d?|network|router|wallet|encryption|licen[cs]e|product|activation|recovery|private|secret|signing|master|access|api|ssh|tls)[\\p{L} ]{0,24}(?<=\\P{L})(?:keys?|secret|tokens?)|(?:wi-?fi|wlan|network)\\P{N}{1,30}(?<=\\P{L})key',
    ),
    value: STATED,
  },
  {
    label: label('keys?|[\\p{L}_]{0,24}token|secret|[\\p{L}_]{1,24}_key|cookie|bearer|totp|seed|api[- ]?key'),
    value: TOKEN,
  },
  { label: label('pin|pins|puk|cvv2?|cvc2?|security number|card verification'), value: DIGITS },
  {
    label: label(
      '(?:un|pad|)lock|locker|safe|keypad|vault|alarm|padlock|combination|door ?code|gate code|access code|entry code|(?:one-time|2fa|otp|verification|authenti\\p{L}+|reset|recovery|backup|security|unlock|sms|login|wi-?fi|confirmation|sim|door|gate|bank\\p{L}*)[\\p{L} ]{0,16}(?<=\\P{L})codes?|code (?:to|of|for) (?:my|our|the)',
    ),
    value:
      /(?<![\p{L}\p{N}])(?:\p{Lu}{1,2}-?)?\d(?:[ -]?\d){3,}#?(?!\s?(?:euros?|pounds?|dollars?|km|am|pm))|(?:[\w]{4,}-)+[\w]*\d[\w-]*/u,
  },
  {
    label: label(
      '(?:account|acct|konto|compte)s?|sort code|routing number|roll number|iban|ssn|social security|national insurance|tax (?:id|number)|driving licen[cs]e|passport',
    ),
    value: /(?<![\p{L}\p{N}+])(?:\p{L}\/)?\d(?:[ -]?\d){5,}/u,
  },
  {
    label: label(
      "(?:seed|recovery|backup|wallet|ledger\\S*|mnemonic|12|24|twelve|twenty-four)[\\p{L}' ]{0,24}",
    ),
    value: WORD_ROW,
  },
  { label: label('encrypt\\p{L}* [\\p{L} ]{1,40}with'), value: MIXED },
  { label: label('encrypt\\p{L}* [\\p{L} ]{1,40}with'), value: /\p{L}\/\p{L}/u },
]

/** Secrets that are known by their form. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /(?<![\p{L}\p{N}])(?:sk|pk|rk|mk)[-_](?:\p{L}+[-_]){0,4}[\w-]{12,}/iu,
  /(?<![\p{L}\p{N}])(?:gh[opsur]_|github_pat_|glpat-|hf_|npm_|nfp_|pypi-|whsec_|xox[abprs]-|dop_v1_|shpat_|GOCSPX-|AIza|ya29\.|SG\.|key-)[\w.-]{12,}/u,
  /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/,
  /(?<!\w)eyJ[\w-]{8,}\.[\w-]{8,}/,
  /AGE-SECRET-KEY-1\w{20,}/,
  /(?<!\w)Bearer\s+[\w.~+/=-]{16,}/i,
  /\w:\/\/[^\s/@:]*:[^\s/@]{3,}@/,
  /[?&#;](?:\w*token|sig|signature|key|api_?key|auth|pwd|pass\w*|code|session\w*|secret|sid)=[^&\s]{8,}/i,
  /WIFI:\S*P:[^;]+/,
  /(?<!\w)[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,}(?!\w)/,
]

/** A run this long that changes often between letters, digits and cases is random. */
const [RANDOM_LENGTH, RANDOM_CHANGES] = [20, 0.25]
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const kindOf = (sign: string) => (/\d/.test(sign) ? 'digit' : /[a-z]/.test(sign) ? 'lower' : 'upper')

function isRandom(run: string): boolean {
  if (run.length < RANDOM_LENGTH || !/\d/.test(run) || !/[A-Za-z]/.test(run)) return false
  const kinds = [...run].map(kindOf)
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  return changes >= run.length * RANDOM_CHANGES
}

/** Luhn's check of the digits of a card number. */
function isCard(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].map(Number)
  const sum = digits.reverse().reduce((total, digit, at) => {
    const value = at % 2 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** ISO 7064, modulo 97. */
function isIban(text: string): boolean {
  const compact = text.replace(/ /g, '')
  let rest = 0
  for (const sign of compact.slice(4) + compact.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** Network prefixes with their lengths: 3 = Amex and Diners, 4 = Visa, 2 and 5 = Mastercard, 6 = Maestro. */
const CARDS = /(?<![\d+.])(?:3\d(?:[ -]?\d){12,14}|[2456]\d{3}(?:[ -]?\d){9,15})(?![\d.]\d)/g
const IBANS = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g

/** Rougher than the segmenter but much faster, because every text of any length is read to its end. */
const SENTENCE_END = /[\n\r\u2028\u2029]+|(?<=[.!?。！？]["'”’)]{0,2})\s+(?=["'“‘(]?\p{Lu})/u

function secretIn(sentence: string): boolean {
  return (
    SHAPES.some((shape) => shape.test(sentence)) ||
    RULES.some((rule) => rule.label.test(sentence) && rule.value.test(sentence)) ||
    (sentence.match(CARDS) ?? []).some(isCard) ||
    (sentence.match(IBANS) ?? []).some(isIban) ||
    sentence.split(/[^\w-]+/).some((word) => !UUID.test(word) && word.split(/[-_]/).some(isRandom))
  )
}

/**
 * Whether a text contains a password, key, card or account number, PIN or another secret, by its wording or its
 * form. Any remark that may give one away counts.
 */
export const holdsSecret = (text: string): boolean =>
  text.split(SENTENCE_END).some((sentence) => piecesOf(sentence, MAX_SENTENCE, ['; ', ', ']).some(secretIn))

type Said = { subject: string; predicate: string; object: string; quote?: string | null }
/** Whether a fact or the sentence that states it contains a secret. */
export const isSecretFact = ({ subject, predicate, object, quote }: Said): boolean =>
  [quote ?? '', object, `My ${predicate} is ${object}`, `My ${subject} is ${object}`].some(holdsSecret)
