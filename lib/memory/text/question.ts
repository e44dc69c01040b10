import { type AskedDates, askedDates } from './dates'
import { type QueryWord, queryWords } from './terms'

export type Question = {
  words: QueryWord[]
  /** Whom it is about, by role: `my` and `I` = the person, `you` = the assistant. */
  about: 'user' | 'assistant' | null
  when: boolean
  /** Asks for somebody or something by name. */
  name: boolean
  /** Requests advice, so stated likes and dislikes matter. */
  advice: boolean
  dates: AskedDates[]
}

const FIRST = /\b(?:i|i'm|i've|i'd|my|mine|me|myself)\b/i
const SECOND =
  /\b(?:did|do|have|had|were|could) you (?:say|tell|suggest|recommend|mention|advise|propose|explain|give|list|write|provide|offer|warn|describe)|\byou (?:said|told|suggested|recommended|mentioned|advised|proposed|explained|gave|listed|wrote|provided|offered|warned|described)\b|\byour (?:advice|suggestion|recommendation|answer|explanation|list)/i
const WHEN =
  /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time|week)\b|\bhow long ago\b|\bsince when\b|\bwann\b|\bquand\b|\bcuándo\b/i

const NAME =
  /\b(?:who|whom|whose|where|which|name|called|named|city|country|place|title|band|book|movie|song|game)\b/i
const ADVICE =
  /\b(?:(?:suggest|recommend|empf[ei]hl|vorschl[aä]g|conseill|recommand|suggèr|recomi?end|sugier|aconsej)\w*|(?:advi[sc]e|should (?:i|we)|help (?:me|us)(?! (?:to )?(?:remember|recall|find))|ideas for|tips|best way|how (?:can|could) (?:i|we)|soll(?:te)? ich|hilf mir|tipps|aide-moi|ayúdame)\b)/i

/** What a question, or a list of keywords, is about. */
export const questionOf = (text: string): Question => ({
  words: queryWords(text),
  about: SECOND.test(text) ? 'assistant' : FIRST.test(text) ? 'user' : null,
  when: WHEN.test(text),
  name: NAME.test(text),
  advice: ADVICE.test(text),
  dates: askedDates(text),
})
