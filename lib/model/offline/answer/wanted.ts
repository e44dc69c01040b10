import { wordSet } from '@/lib/heuristics/stop-words'
import { fold } from '@/lib/shared/words'
import type { Query, Term } from './query'

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b'
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b'
/** A number that may be a date or a time, not a code or a price. */
const NUMBER = '\\d{1,2}(?:[:.h]\\d\\d|st|nd|rd|th)?\\b\\.?(?! ?(?:%|[€$£]|(?:euro|dollar|pound)s?\\b|\\d))'
const DATED = new RegExp(
  `\\b(?:${NUMBER}|${DAY}|${MONTH}|\\d{4}-\\d\\d|(?:in|since|until) (?:19|20)\\d\\d\\b|yesterday|today|tomorrow|tonight|noon|midnight|(?<!\\b(?:an?|per|every) )(?:week|month|year|morning|evening)s?\\b)`,
  'i',
)
/** Only looks like a place: "on Friday at 9:30", "from now on". */
const TIMES = new RegExp(
  `\\b(?:on|at|to|for|in|from|by) (?:the )?(?:${DAY}|${NUMBER}(?: ${MONTH}|(?! \\p{L}))|${MONTH})|\\bnow on\\b`,
  'giu',
)
const PLACED =
  /\b(?:in|into|inside|at|on|onto|under|behind|beside|near|between|above|below|outside|next to|here|there|home|works? for|(?:moved|move|went|go|took|brought|sent|lent|gave|put) .*\bto(?! \d))\b/i
const NAMED = /\b(?:is|are|was|were)(?: now)? \p{Lu}|^\p{Lu}\S*(?: \p{Lu}\S*)* (?:is|are)\b/u
const CAPITALISED = "\\p{Lu}[\\p{L}.'’-]*(?![\\p{L}.'’-])"
const NOT_A_NAME = '(?!(?:The|An?|It|He|She|They|This|That|These|Those|There)\\b)'
const NAME = `${NOT_A_NAME}${CAPITALISED}(?:(?: and)? ${CAPITALISED})*`
const CALENDAR = new RegExp(`\\b(?:${DAY}|${MONTH})`, 'gi')
/** "a vet called Ana", "Vet: Ana Bell", "the vet, Ana Bell, …", but not "Vet: Always call first". */
const IDENTIFIES = new RegExp(
  [
    '\\b(?:is|are|was|were) (?:called|named) \\p{L}',
    `\\b(?:called|named) ${NAME}`,
    `(?:[:|]|\\s[–—-])[*_]*\\s*${NAME}(?! \\p{Ll})`,
    `(?:^|\\s)\\p{Ll}[\\p{L}-]*, ${NAME}(?! \\p{Ll})`,
    `^${NAME} (?:is|are|was|were) (?:the|an?)\\b`,
    `^${NAME}, (?:the|an?) (?:\\p{L}+ )?\\p{L}+,`,
  ].join('|'),
  'u',
)

/** Kinds of answer. "When did I …" is also answered by the time of the message. */
const WANTED = [
  {
    asks: /\bwhen(?:['’]s| (?:is|are|does|do|will)\b)/i,
    words: wordSet('day date tag jour fecha'),
    holds: (sentence: string) => DATED.test(sentence),
  },
  {
    asks: /\bwhere\b(?!.*\bfrom\b)/i,
    words: wordSet('place town city country location'),
    holds: (sentence: string) => PLACED.test(sentence.replace(TIMES, '')),
  },
  {
    asks: /\bwho(?:['’]s| is| was| are) (?:my|our)\b/i,
    words: wordSet(''),
    holds: (sentence: string) =>
      /\b(?:i|we|me|us|my|our)\b/i.test(sentence) ||
      ((NAMED.test(sentence) || IDENTIFIES.test(sentence.replace(CALENDAR, ''))) &&
        !/^there\b/i.test(sentence)),
  },
]
const names = (words: ReadonlySet<string>, { word, kind }: Term) => kind && words.has(fold(word))

/** Whether a sentence lacks the time, the place or the person of one's own that a question asks for. */
export const lacksWanted = ({ text, terms, broad }: Query, sentence: string): boolean =>
  !broad &&
  WANTED.some(
    ({ asks, words, holds }) =>
      (asks.test(text) || terms.some((term) => names(words, term))) && !holds(sentence),
  )

/**
 * Whether a sentence gives the kind of thing that a word names: "on 3 May" a date, "My vet is Ana" a name.
 */
export const givesKind = (term: Term, sentence: string): boolean =>
  WANTED.find(({ words }) => names(words, term))?.holds(sentence) ??
  (term.keys.includes('#name') && NAMED.test(sentence))
