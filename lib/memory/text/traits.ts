import { isLower, isUpper } from './codes'

/** Traits of a message, as bits. */
export const QUESTION = 1
export const TEMPORAL = 2
export const ASKS = 4
export const NAME = 8
export const SELF = 16
export const PREFERS = 32
export const FOUND_NOTHING = 64

/** How an answer begins that found nothing in memory; those of the built-in engine always do. */
const NOTHING = /^(?:Nothing I found|I found no|The closest match is:)/
const MARK = /[?？]["'”’)\]]*\s*$/
const ENDS = /[.!?。！？](?=\s|$)/g
const END_CHARS = 400
/** Whether every sentence is a question or an exclamation. For a long text only the end counts. */
const asksOnly = (text: string) =>
  text
    .slice(-END_CHARS)
    .match(ENDS)
    ?.every((mark) => mark !== '.' && mark !== '。') ?? false

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** For lower case. One boundary before the alternatives: one in each takes five times as long. */
const TIME = new RegExp(
  `\\b(?:${[
    'yesterday|today|tonight|tomorrow|ago|recently|lately|the other day|when i was',
    'just (?:got|had|did|went|started|finished|signed|joined|came|met|bought|took)',
    `(?:last|this|next|past|coming) (?:\\w+ )?(?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|\\w+day|${MONTHS})`,
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?',
    `(?:in|on|since|until|by|of) (?:${MONTHS})|(?:${MONTHS}) \\d+`,
    '\\d{1,2}(?:st|nd|rd|th)|(?:19|20)\\d\\d',
    '(?:days?|weeks?|months?|years?) (?:later|before|after)|for (?:\\w+ )?(?:days|weeks|months|years)',
    'gestern|heute|letzte[nrs]?|hier|demain|ayer|mañana|pasado',
  ].join('|')})\\b`,
)
/** For lower case. A text without any of these contains no time. */
const PART_OF_TIME = new RegExp(
  `\\d(?:st|nd|rd|th)|(?:19|20)\\d\\d|day|night|tomorrow|ago|recently|lately|when|just|week|month|year|spring|summer|autumn|fall|winter|${MONTHS}|gestern|heute|letzte|hier|demain|ayer|mañana|pasado`,
)
/** Whether a text with this word may mention a time; it spares most messages the search for phrases. */
export const mayTellTime = (word: string) => PART_OF_TIME.test(word.toLowerCase())

/** A capitalised word inside a sentence, or a quoted title. */
const NAMED = /(?<=[\p{Ll},;:] )(?!I\b)\p{Lu}\p{L}+|["“]\p{Lu}/u
/** For lower case. */
const ONESELF =
  /(?<![\p{L}\p{M}\p{N}_])(?:i|my|we|our|i'm|i've|ich|mein|meine|wir|je|yo)(?![\p{L}\p{M}\p{N}_])/u
export const LOOKED_AT = 2_000

export const isOneself = (word: string) => ONESELF.test(word.toLowerCase())

/** For lower case: beginnings of words for likes and dislikes. */
const PREFERENCE =
  /^(?:prefer|favou?rit|dislik|hate[sd]?$|avoid|allerg|alérg|vegan|vegetari|végéta|bevorzug|lieber$|liebsten$|liebling|hasse$|vermeide|préf[eéè]r|favori|détest|évit|prefier|odio$|evito$)/
export const isPreference = (word: string) => PREFERENCE.test(word.toLowerCase())

const [SPACE, QUOTE, COMMA, COLON, SEMICOLON, LINE] = [32, 34, 44, 58, 59, 95]
/** What `NAMED` matches, for one word of an ASCII text, from the characters around its beginning. */
export function startsName(text: string, start: number): boolean {
  if (!isUpper(text.charCodeAt(start)) || start + 2 > LOOKED_AT) return false
  const before = text.charCodeAt(start - 1)
  if (before === QUOTE) return true
  const [next, earlier] = [text.charCodeAt(start + 1), text.charCodeAt(start - 2)]
  return (
    before === SPACE &&
    (isUpper(next) || isLower(next)) &&
    (isLower(earlier) || earlier === COMMA || earlier === COLON || earlier === SEMICOLON)
  )
}
const joins = (code: number) => code === LINE || isUpper(code) || isLower(code) || (code >= 48 && code <= 57)
/** What `ONESELF` matches, for one such word: not `my` in `my_file`, nor the cut `I` in `0'I0`. */
export const isStandalone = (text: string, start: number, end: number) =>
  end <= LOOKED_AT && !joins(text.charCodeAt(start - 1)) && !joins(text.charCodeAt(end))

/**
 * What the words of a text say about it as they are read. `prefers` = a like or dislike; `self` and `named`
 * are valid for `plain` text only: ASCII, without a word about the speaker next to a `_`.
 */
export type TermTraits = { timely: boolean; prefers: boolean; plain: boolean; self: boolean; named: boolean }

/** The traits of a message, as bits. For a long one the beginning decides. */
export function traitsOf(text: string, { timely, prefers, plain, self, named }: TermTraits): number {
  const head = text.slice(0, LOOKED_AT)
  const lower = timely || !plain ? head.toLowerCase() : ''
  const own = plain ? self : ONESELF.test(lower)
  const asks = MARK.test(text.slice(-30))
  return (
    (asks && asksOnly(text) ? QUESTION : 0) |
    (timely && TIME.test(lower) ? TEMPORAL : 0) |
    (asks ? ASKS : 0) |
    ((plain ? named : NAMED.test(head)) ? NAME : 0) |
    (own ? SELF : 0) |
    (own && prefers ? PREFERS : 0) |
    (NOTHING.test(text) ? FOUND_NOTHING : 0)
  )
}
