import { isQuestion } from '@/lib/heuristics/question'
import { type Query, queryOf } from './query'

/** A question with more parts is looked up as a whole. */
const MAX_PARTS = 6
const JOIN = /,? and (?=(?:where|what|who|whose|when|which|how|why)(?:['’]s)? )/i
/** Leans on the part before. */
const LEANS = /\b(?:it|its|he|him|his|she|her|they|them|their)\b/i

/** The questions in "Where does Marta live, and when's my appointment?", if each can be asked alone. */
export function partsOf(query: Query): readonly Query[] {
  const [first = '', ...others] = query.text.split(JOIN)
  const texts = [first, ...others]
  if (texts.length > MAX_PARTS || !texts.every(isQuestion) || others.some((text) => LEANS.test(text)))
    return [query]
  const parts = texts.map((text) => queryOf(text))
  return others.length > 0 && parts.every(({ terms }) => terms.length > 0) ? parts : [query]
}
