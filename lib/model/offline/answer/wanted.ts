import { NUMBER as COUNT, MONTH } from '@/lib/heuristics/fact-finding/quantities'
import { isJob, isSubject } from '@/lib/heuristics/fact-finding/vocabulary'
import { wordSet, wordsOf } from '@/lib/heuristics/text/words'
import { WEEKDAY } from '@/lib/shared/time/words'
import { fold } from '@/lib/shared/words'
import type { Query, Term } from './query'

const DAY = `(?:${WEEKDAY})s?\\b`
const NUMBER = '\\d{1,2}(?:[:.h]\\d\\d|st|nd|rd|th)?\\b\\.?(?! ?(?:%|[€$£]|(?:euro|dollar|pound)s?\\b|\\d))'
const DATED = new RegExp(
  `\\b(?:${NUMBER}|${DAY}|${MONTH}\\b|\\d{4}-\\d\\d|(?:in|since|until) (?:19|20)\\d\\d\\b|half (?:past )?\\p{L}+|yesterday|today|tomorrow|tonight|noon|midnight|(?<!\\b(?:an?|per|every) )(?:week|month|year|morning|evening)s?\\b)`,
  'i',
)
/** Only looks like a place: "on Friday at 9:30", "from now on". */
const TIMES = new RegExp(
  `\\b(?:on|at|to|for|in|from|by) (?:the )?(?:${DAY}|${NUMBER}(?: ${MONTH}\\b|(?! \\p{L}))|${MONTH}\\b)|\\bnow on\\b`,
  'giu',
)
const PLACED =
  /\b(?:in|into|inside|at|on|onto|under|behind|beside|near|between|above|below|outside|next to|here|there|home|address|works? for|(?:is|are|was|were|left|keep|kept|stays?) (?:\w+ )?with|left \S+ for|(?:moved|move|went|go|going|flying|travelling|took|brought|sent|lent|gave|put) .*\bto(?! \d))\b/i
const NAMED = /\b(?:is|are|was|were)(?: now)? \p{Lu}|^\p{Lu}\S*(?: \p{Lu}\S*)* (?:is|are)\b/u
const COUNTED =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|half|dozen|couple|pair|few|several|no|none|free|nothing)\b/iu
/** A code is named, or has at least three signs with a digit among them. */
const CODED = /\b(?:code|pin|number)\b|\b(?=[\p{L}-]*\d)[\p{L}\d-]{3,}\b/iu
const COLOURS =
  'white black gr[ae]y red green blue yellow orange pink purple violet brown beige turquoise gold(?:en)? silver cream maroon navy teal weiß schwarz grau rot grün blau gelb rosa lila braun blanc(?:he)? noire? grise? rouge verte? bleue? jaune brune? blanc[oa] negr[oa] gris roj[oa] verde azul amarill[oa] marrón'
const COLOURED = new RegExp(
  `(?<!\\p{L})(?:${COLOURS.replaceAll(' ', '|')})(?:ish|e[nmrs]?|s)?(?!\\p{L})`,
  'iu',
)

const AGED = new RegExp(
  `\\(\\d{1,2}\\)|\\b${COUNT}[- ](?:years?|months?|weeks?)\\b|\\b(?:turn(?:ed|s)|aged?|born|birthday)\\b|(?:\\b(?:is|am|are)|['’](?:s|m|re)) ${COUNT}\\b`,
  'i',
)
const LASTING =
  /\b(?:since|until|every|each|daily|weekly|monthly|yearly|always|never|rarely|once|twice|times|ages|long|far|near)\b/i

/** A reason, or a purpose: "to save money", but not "to the coast" or "to Rome". */
const REASONED =
  /\b(?:[Bb]ecause|(?:[Ss]ince|as) (?:I|we|it|he|she|they|the|my|our)|so (?:that|I|we)|due to|thanks to|reasons?|why|wanted|needed|too|to (?!(?:the|an?|my|our|your|his|her|their|it)\b)\p{Ll})/u

/**
 * `asks` = how a question asks for it; `words` name it anywhere, `named` only right after "what" or "which".
 */
type Wanted = {
  asks?: RegExp
  words?: ReadonlySet<string>
  named?: ReadonlySet<string>
  holds(sentence: string): boolean
}
/** A question about the past ("when did I") is missing here: the time of the message answers it as well. */
const WANTED: Wanted[] = [
  {
    asks: /\bwhen(?:['’]s| (?:is|are|does|do|will)\b)|\bwhat time\b/i,
    words: wordSet('day date tag jour fecha'),
    named: wordSet('week month year'),
    holds: (sentence) => DATED.test(sentence),
  },
  {
    asks: /\bwhere\b(?!.*\bfrom\b)/i,
    words: wordSet('place town city country location'),
    named: wordSet('street'),
    holds: (sentence) => PLACED.test(sentence.replace(TIMES, '')),
  },
  {
    asks: /\bwho(?:['’]s| is| was| are) (?:my|our)\b/i,
    holds: (sentence) =>
      /\b(?:i|we|me|us|my|our)\b/i.test(sentence) || (NAMED.test(sentence) && !/^there\b/i.test(sentence)),
  },
  {
    asks: /\bhow (?:much|many)\b|\b(?:price|costs?|fee)(?= *$| *[?.!,]| (?:of|for|an?|per|each|me|us)\b)/i,
    named: wordSet('number money'),
    holds: (sentence) => COUNTED.test(sentence),
  },
  {
    asks: /\b(?:code|pin)(?= *$| *[?.!,]| (?:of|for|to)\b)/i,
    words: wordSet('number'),
    holds: (sentence) => CODED.test(sentence),
  },
  {
    asks: /\bhow (?:long|far|often)\b/i,
    holds: (sentence) => COUNTED.test(sentence) || DATED.test(sentence) || LASTING.test(sentence),
  },
  { asks: /\bwhy\b/i, holds: (sentence) => REASONED.test(sentence) },
  { asks: /\bwhom?\b.*\bwith[?.!\s]*$/i, holds: (sentence) => /\bwith (?:my|our|\p{Lu})/u.test(sentence) },
  { asks: /\bhow old\b/i, words: wordSet('old age'), holds: (sentence) => AGED.test(sentence) },
  {
    named: wordSet('colour color farbe couleur'),
    holds: (sentence) => COLOURED.test(sentence),
  },
]
const names = ({ words, named }: Wanted, { word, kind, kindWord }: Term) =>
  (kind && words?.has(fold(word))) || (kindWord && named?.has(fold(word)))
/** "The colour of my car is taupe" need not say a colour that is known here. */
const gives = (wanted: Wanted, term: Term, sentence: string) =>
  wanted.holds(sentence) ||
  (wanted.named?.has(fold(term.word)) === true &&
    wordsOf(sentence).some(({ lower }) => lower === fold(term.word)))

/** Whether a sentence lacks the time, the place, the colour … that a question asks for. */
export const lacksWanted = ({ text, terms, broad }: Query, sentence: string): boolean =>
  !broad &&
  WANTED.some(
    (wanted) =>
      (wanted.asks?.test(text) && !wanted.holds(sentence)) ||
      terms.some((term) => names(wanted, term) && !gives(wanted, term, sentence)),
  )

const BEING =
  /\b(?:am|are|is|was|were|be|been|became|as|['’][ms]) (?:now )?an? (?:retired |former )?([\p{L} -]+?)(?= (?:at|in|for|who|and) |[^\p{L} -]|$)/giu
const DOING = /\b(?:do|does|did|doing|read|reading) (\p{L}+)/giu
const objects = (form: RegExp, sentence: string) =>
  [...sentence.matchAll(form)].map(([, object = '']) => object.trim())
/** Deeds that a sentence can state without their word: "a midwife" is work, "to do law" are studies. */
const DEEDS: readonly [key: string, done: (sentence: string) => boolean][] = [
  ['#work', (sentence) => objects(BEING, sentence).some(isJob)],
  ['#study', (sentence) => objects(DOING, sentence).some(isSubject)],
  ['#price', (sentence) => /[€$£]\d|\d,? (?:euros?|pounds?|quid|an?|per|each)\b/iu.test(sentence)],
]
/**
 * Whether a sentence gives what a word names ("on 3 May" a date). What `changed` gives any kind without words
 * of its own.
 */
export function givesKind(term: Term, sentence: string, changed: boolean): boolean {
  if (!term.kind) return DEEDS.some(([key, isDone]) => term.keys.includes(key) && isDone(sentence))
  const wanted = WANTED.find((one) => names(one, term))
  return wanted
    ? gives(wanted, term, sentence)
    : changed || (term.keys.includes('#name') && NAMED.test(sentence))
}
