import { MAX_SENTENCE, piecesOf } from '../text/sentences'
import { keysIn, randomWordsIn } from './secret-forms'
import { cardsIn, ibansIn } from './secret-numbers'

export const PASSWORD =
  "\\p{L}{0,24}(?:pass ?(?:words?|wor?d|wrd|wd|codes?|phrases?|keys?)|passwort|kennwort|wachtwoord|contraseña|mot de passe|senha|пароль|lösenord)|pass|pwd?|pswd|(?:encryption|keepass|secret|recovery|seed|backup|vault) (?:phrase|words?)|(?:memorable|safe|secret) (?:word|place|answer)|security (?:question|answer)[\\p{L}' ]{0,40}"
/** The source of a pattern: what follows is no remark about a secret ("my password is too long"). */
export const NO_REMARK =
  '(?!(?:not|no|too|very|so|the same|wrong|right|correct|incorrect|required|needed|weak|strong|secure|safe|expired|invalid|missing|broken|lost|stolen|blocked|locked|gone|fine|good|bad|long|short|forgotten|out|on|in|at|under|about|for|from|written|stored|saved|kept|set|changed|being|going|reset|my|our|your|his|her|their|it|you|me|us|them|a|an|that|this|work|use|get|be|change|reset|remember|enter|log|sign|make|what|why|how|when|never|always|do|only|must|should|store|hash|rotate|ask|avoid|require|choose|keep|let|users?|people)(?![\\p{L}\\p{N}]))'

type Rule = [words: string, value: RegExp]

/** A verb or a sign, and a value that is no remark about the secret ("my password is too long"). */
const stated = (value: string) =>
  new RegExp(
    `(?:[:=]|(?<!\\p{L})(?:is|was|be|been|to|with|now|says|lautet|ist|est|es|è|é|zijn|är)|['’]s)(?:\\s+(?:now|still|always|just|currently))*\\s+["'“‘]?${NO_REMARK}${value}|=\\S{3,}`,
    'iu',
  )
const STATED = stated('\\S{3,}')
/** What follows goes on as a sentence does ("access keys: after an employee leaves"). */
const PROSE =
  "(?:\\p{L}[\\p{L}'’-]*,?\\s+){0,4}(?:an?|the|to|of|after|before|with|for|from|when|if|and|or|in|on|at|by|per|it|they|them|every|each|any|out|not)(?![\\p{L}\\p{N}])"
const STATED_WORD = stated(`(?!${PROSE})\\S{3,}`)
const STATED_CODE = stated('(?=\\S*\\d)\\S{6,}')
const MIXED =
  /(?<!\S)["'“(]?(?=\S*\p{L})(?=\S*(?:\d|\p{Ll}\p{Lu}|[^\p{L}\p{N}\s'’"“”.,;:?!()/-]|[.!^#]\S))[^\s"“”]{6,}/u
const DIGITS = /(?<![\p{L}\p{N}])\p{Lu}?-?\d(?:[ -]?\d){2,}/u
const TOKEN = /(?<![\p{L}\p{N}])(?=[\w+/=.-]*\d)[\w+/=-][\w+/=.-]{7,}|(?:[A-Z0-9]{4,7}-){2,}[A-Z0-9]{4,}/u
const WORD_ROW = /(?:(?<!\p{L})\p{Ll}{3,8}[\s,]+){8,}/u

const RULES = (
  [
    ['log-?ins?|credentials', MIXED],
    [PASSWORD, STATED],
    [PASSWORD, MIXED],
    [
      '(?:wi-?fi|wlan|wpa\\d?|network|router|wallet|encryption|licen[cs]e|product|activation|recovery|private|secret|master)[\\p{L} ]{0,24}(?<=\\P{L})(?:keys?|secret|tokens?)|(?:wi-?fi|wlan|network)\\P{N}{1,30}(?<=\\P{L})key',
      STATED_WORD,
    ],
    ['(?:signing|access|api|ssh|tls)[\\p{L} ]{0,24}(?<=\\P{L})(?:keys?|secret|tokens?)', STATED_CODE],
    ['keys?|[\\p{L}_]{0,24}token|secret|[\\p{L}_]{1,24}_key|cookie|bearer|totp|seed|api[- ]?key', TOKEN],
    ['pin|pins|puk|cvv2?|cvc2?|security number|card verification', DIGITS],
    [
      '(?:un|pad|)lock|locker|safe|keypad|vault|alarm|padlock|combination|door ?code|gate code|access code|entry code|(?:one-time|2fa|otp|verification|authenti\\p{L}+|reset|recovery|backup|security|unlock|sms|login|wi-?fi|confirmation|sim|door|gate|bank\\p{L}*)[\\p{L} ]{0,16}(?<=\\P{L})codes?|code (?:to|of|for) (?:my|our|the)',
      /(?<![\p{L}\p{N}])(?:\p{Lu}{1,2}-?)?\d(?:[ -]?\d){3,}#?(?!\s?(?:euros?|pounds?|dollars?|km|am|pm))|(?:[\w]{4,}-)+[\w]*\d[\w-]*/u,
    ],
    [
      '(?:account|acct|konto|compte)s?|sort code|routing number|roll number|iban|ssn|social security|national insurance|tax (?:id|number)|driving licen[cs]e|passport',
      /(?<![\p{L}\p{N}+])(?:\p{L}\/)?\d(?:[ -]?\d){5,}/u,
    ],
    [
      "(?:seed|recovery|backup|wallet|ledger\\S*|mnemonic|12|24|twelve|twenty-four)[\\p{L}' ]{0,24}",
      WORD_ROW,
    ],
    ['encrypt\\p{L}* [\\p{L} ]{1,40}with', MIXED],
    ['encrypt\\p{L}* [\\p{L} ]{1,40}with', /\p{L}\/\p{L}/u],
  ] satisfies Rule[]
).map(([words, value]) => ({
  label: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu'),
  value,
}))

/** Rougher than the segmenter but much faster, because every text of any length is read to its end. */
const SENTENCE_END = /[\n\r\u2028\u2029]+|(?<=[.!?。！？]["'”’)]{0,2})\s+(?=["'“‘(]?\p{Lu})/u

const secretIn = (sentence: string): boolean =>
  [keysIn, cardsIn, ibansIn, randomWordsIn].some((find) => find(sentence).length > 0) ||
  RULES.some((rule) => rule.label.test(sentence) && rule.value.test(sentence))

/** Whether a text has a secret, by its wording or form. Any remark that may give one away counts. */
export const holdsSecret = (text: string): boolean =>
  text.split(SENTENCE_END).some((sentence) => piecesOf(sentence, MAX_SENTENCE, ['; ', ', ']).some(secretIn))

const IS_PROSE = new RegExp(`^${PROSE}`, 'iu')
type Advice = { title: string; description: string; content: string; domain: string; tags: readonly string[] }
/** The same of a strategy, whose secret may be spread over title ("password") and content. */
export const isSecretStrategy = ({ title, description, content, domain, tags }: Advice): boolean =>
  [
    ...[title, description, content, domain, ...tags],
    ...[content, description].map((text) => `${title}${IS_PROSE.test(text.trim()) ? '' : ':'} ${text}`),
  ].some(holdsSecret)

type FactText = { subject: string; predicate: string; object: string; quote?: string | null }
export const isSecretFact = ({ subject, predicate, object, quote }: FactText): boolean =>
  [quote ?? '', object, `My ${predicate} is ${object}`, `My ${subject} is ${object}`].some(holdsSecret)
