import { endsSentence } from '@/lib/base/sentence-end'
import { type FactPattern, LOOSE_PATTERNS, PATTERNS, type Values } from './fact-patterns'
import { isQuestion } from './question'
import { sentencesOf } from './text/sentences'

/**
 * One thing the user stated. `subject` is 'user' or what the sentence names, `quote` is the verbatim
 * sentence, and `ended` means that the sentence says it is no longer so.
 */
type StatedFact = {
  subject: string
  predicate: string
  object: string
  quote: string
  values: Values
  ended: boolean
}

const LEAD_IN =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|and|but|oh|also|actually|btw|by the way|now|please|remember|note|keep in mind|don['’]t forget|correction|update|und|merke? dir|et|y|hola|hallo|bonjour)\b[\s,!.:;-]*(?:that\s+|dass\s+|que\s+)?)+/iu
/** Conditions, wishes and hearsay state nothing. */
const UNCERTAIN =
  /(?:^|[^\p{L}])(?:if|would|could|might|maybe|perhaps|wish|suppose|imagine|pretend|hypothetically|wenn|würde|vielleicht|peut-être|quizás|tal vez)(?=$|[^\p{L}])/iu
const CLAUSE =
  /[;:!?]|[.,](?=\s|$)|\s+[–—-]\s+|\s(?:but|because|which|who|so|although|while|when|since|aber|weil|denn|mais|parce|qui|pero|porque)\s|\s(?:and|und|et|y)\s(?=(?:i|we|my|he|she|it|they|the|our|his|her|ich|mein|meine|er|sie|es|je|mon|ma|il|elle|yo|mi|work|live|like|love|hate|have|am|was|moved|study|play|speak|work(?:s|ed)|lives|wohne|arbeite|habite|travaille|vive|trabaj[ao])\b)/giu
const TAIL = /\s+(?:now|any ?more|at the moment|jetzt|mehr|maintenant|ahora)$/i
const ENDED = /\b(?:no longer|not .*any ?more|anymore|nicht mehr|ne .*plus|ya no)\b/i
const MAX_OBJECT = 80

/** "… is not called Rex, it is called Coco" states only what follows. */
const CORRECTED =
  /^(.{1,80}?(?: is| are|['’]s)) not (?:[^,;]{1,80}[,;] (?:but )?(?:it|he|she|they)(?: is| are|['’]s|['’]re) |((?:called |named )?)[^,;]{1,80}(?:[,;] but| but|[,;] rather) (?!(?:i|we|he|she|it|they|my|our|the)\b))/iu

function objectIn(text: string): string {
  const end = [...text.matchAll(CLAUSE)].find(
    ({ 0: mark, index }) =>
      mark !== '.' || endsSentence(text.slice(0, index + 1), text.slice(index + 1).trimStart()),
  )
  return (end ? text.slice(0, end.index) : text)
    .replace(TAIL, '')
    .replace(/^["'“‘«(\s]+|["'”’».!?)\s]+$/gu, '')
}

function factIn(sentence: string, patterns: readonly FactPattern[]): StatedFact | null {
  if (isQuestion(sentence) || UNCERTAIN.test(sentence)) return null
  const text = sentence
    .replace(LEAD_IN, '')
    .replace(/[.!\s]+$/, '')
    .trim()
    .replace(CORRECTED, '$1 $2')
  for (const pattern of patterns) {
    const groups = pattern.match.exec(text)?.groups
    if (!groups) continue
    const object = objectIn(groups.object ?? '')
    if (object === '' || object.length > MAX_OBJECT) return null
    return {
      subject: (groups.subject ?? 'user').toLowerCase(),
      predicate: pattern.predicate || (groups.predicate ?? '').toLowerCase(),
      object,
      quote: sentence,
      values: pattern.values,
      ended: ENDED.test(text),
    }
  }
  return null
}

/** Facts a user states, sentence by sentence, where a pattern leaves no doubt. Quotes are verbatim. */
export const factsOf = (userText: string): StatedFact[] =>
  sentencesOf(userText).flatMap((sentence) => {
    const fact = factIn(sentence, PATTERNS)
    return fact && !fact.ended ? [fact] : []
  })

/**
 * The attribute that a sentence gives a value, loose forms included. Equal `subject` and `predicate` with
 * another `object` mean that the value changed.
 */
export const attributeOf = (sentence: string): StatedFact | null => factIn(sentence, LOOSE_PATTERNS)

export const announcesChange = (sentence: string): boolean =>
  /(?:^|[^\p{L}])(?:now|no longer|any ?more|instead|changed|moved|renamed|rescheduled|switched|postponed|correction|from now on|jetzt|nicht mehr|inzwischen|stattdessen|verschoben|umbenannt|maintenant|désormais|ahora|ya no|en vez)(?=$|[^\p{L}])/iu.test(
    sentence,
  )
