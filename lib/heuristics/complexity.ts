import { edgesOf, isQuestion, kindOf, politely } from './question'
import { sentencesOf } from './sentences'
import { wordsOf } from './words'

export type Complexity = {
  label: 'SIMPLE' | 'MODERATE' | 'COMPLEX'
  confidence: number
  reasons: string[]
  intents: string[]
}

const EMOTION =
  /\b(?:i(?:'m| am|’m)?(?: feel(?:ing)?)?(?: so| very| really| a bit| just)? (?:sad|happy|angry|upset|lonely|depressed|anxious|scared|afraid|tired|exhausted|stressed|worried|excited|heartbroken|overwhelmed|nervous|frustrated|hurt|bored|proud|grateful|glad)|i (?:hate|love) (?:my life|you|this)|i (?:miss|lost) (?:my|him|her|you|them)|makes me (?:cry|sad|happy|angry))\b/i
const ABOUT_YOU =
  /^(?:do|are|have|would|can|did) you (?:like|love|enjoy|want|prefer|happy|ok|feel|ever|think|believe)\b|\byour (?:favou?rite|name|day|mood)\b/i

const FIRST_PERSON = /\b(?:i|i['’]\w+|my|mine|me|we|our|ich|mein\w*|wir|je|j['’]\w+|mon|ma|nous|yo|mi|me)\b/i
/** A list of words to be used in something. */
const WORD_LIST = /^\s*(?:[\p{L}-]+,\s*){7,}[\p{L}-]+\.?\s*$/u

type Cue = { intent: string; reason: string; weight: number; match: RegExp }
const CUES: readonly Cue[] = [
  {
    intent: 'compare',
    reason: 'compares things',
    weight: 2,
    match:
      /\b(?:compare[ds]?|comparison|versus|vs\.?|differences? between|pros and cons|trade-?offs?|better than|advantages and disadvantages)\b/i,
  },
  {
    intent: 'explain',
    reason: 'asks for reasons',
    weight: 1.5,
    match:
      /\b(?:why (?:do|does|did|is|are|was|were|would|should|have|has)|how come|explain|reasons? (?:for|behind)|root cause)\b/i,
  },
  {
    intent: 'hypothetical',
    reason: 'supposes something',
    weight: 2,
    match:
      /\b(?:what if|what would happen|suppose|imagine|assuming|hypothetically|if (?:i|we|you|he|she|they|it) (?:had|were|could|did)\b.*would)\b/i,
  },
  {
    intent: 'plan',
    reason: 'asks for a plan or design',
    weight: 2,
    match:
      /\b(?:plan|design|strategy|roadmap|architect(?:ure)?|implement|refactor|migrate|optimi[sz]e|develop|framework|algorithm|step[- ]by[- ]step|steps to)\b/i,
  },
  {
    intent: 'analyse',
    reason: 'asks for an analysis',
    weight: 2,
    match:
      /\b(?:analy[sz]e|analysis|patterns?|trends?|evaluate|assess|investigate|debug|review|interpret|derive|prove|critique|implications?|correlat\w+)\b/i,
  },
  {
    intent: 'code',
    reason: 'asks for code',
    weight: 2.5,
    match:
      /\bwrite (?:a |an |the )?(?:\w+ ){0,3}(?:function|program|script|class|query|regex)\b|^\s*(?:def|class|import|function|const) \w+|```/im,
  },
  {
    intent: 'calculate',
    reason: 'needs several steps of calculation',
    weight: 2.5,
    match:
      /\\frac|\$[^$]+\$|\b(?:calculate|compute|solve|simplify|factor|how many|how much|percent|equation|probability)\b/i,
  },
  {
    intent: 'several',
    reason: 'has several parts',
    weight: 1.5,
    match:
      /\b(?:first(?:ly)?\b.*\b(?:then|second)|and then|after that|finally|on the one hand)\b|(?:^|\n)\s*(?:\d+[.)]|[-*])\s.*\n\s*(?:\d+[.)]|[-*])\s/is,
  },
  {
    intent: 'deep',
    reason: 'asks for depth',
    weight: 3,
    match:
      /\b(?:deeply|in depth|in detail|thorough(?:ly)?|comprehensive(?:ly)?|research|rigorous(?:ly)?|nuanced)\b/i,
  },
]

/**
 * How demanding a message is, by cues alone; in doubt the cheaper label. `confidence` in [0, 1]; the intent `deep` marks what asks for depth deep.
 * `recent` = the messages before it, oldest first (a bare follow-up inherits nothing, it stays cheap).
 */
export function complexityOf(message: string, recent: readonly string[] = []): Complexity {
  const text = edgesOf(message)
  const kind = kindOf(text)
  if (
    kind === 'greeting' ||
    kind === 'thanks' ||
    kind === 'farewell' ||
    kind === 'acknowledgement' ||
    kind === 'empty'
  )
    return {
      label: 'SIMPLE',
      confidence: 0.98,
      reasons: [kind === 'empty' ? 'nothing is asked' : `a ${kind}`],
      intents: ['small talk'],
    }
  const words = wordsOf(text)
  const sentences = sentencesOf(text)
  const cues = CUES.filter((cue) => cue.match.test(text))
  if (EMOTION.test(text) && words.length < 60 && !cues.some((cue) => cue.weight > 2))
    return { label: 'SIMPLE', confidence: 0.9, reasons: ['says how someone feels'], intents: ['emotion'] }
  const asked = sentences.filter(isQuestion)
  if (asked.length > 0 && asked.every((sentence) => ABOUT_YOU.test(politely(sentence))) && words.length < 25)
    return { label: 'SIMPLE', confidence: 0.85, reasons: ['small talk'], intents: ['small talk'] }
  if (kind === 'statement' && cues.length === 0 && words.length < 40 && FIRST_PERSON.test(text))
    return {
      label: 'SIMPLE',
      confidence: 0.75,
      reasons: ['tells something, asks nothing'],
      intents: ['statement'],
    }

  const numbers = text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0
  const long = words.filter((word) => word.lower.length > 9).length
  const reasons = cues.map((cue) => cue.reason)
  const counted = cues.find((cue) => cue.intent === 'calculate')
  let score =
    cues.reduce((sum, cue) => sum + cue.weight, 0) -
    (counted && numbers < 2 && !/\\frac|\$[^$]+\$/.test(text) ? counted.weight : 0)
  const add = (points: number, reason: string) => {
    score += points
    reasons.push(reason)
  }
  if (words.length > 40) add(words.length > 80 ? 2 : 1, 'is long')
  if (long / Math.max(1, words.length) > 0.18 && words.length > 20) add(2.5, 'is dense')
  if (WORD_LIST.test(text)) add(2.5, 'holds a list of conditions')
  if (asked.length > 2) add(1, 'asks several questions')
  if (numbers >= 4) add(1, 'holds several figures')
  const intents = [...new Set(cues.map((cue) => cue.intent))]
  if (score >= 2.5)
    return { label: 'COMPLEX', confidence: Math.min(0.95, 0.55 + score / 12), reasons, intents }
  const followUp = recent.length > 0 && words.length < 5 ? ['a short follow-up'] : []
  return {
    label: 'MODERATE',
    confidence: score > 1.5 ? 0.6 : 0.8,
    reasons: [...followUp, ...(reasons.length > 0 ? reasons : ['a plain question or request'])],
    intents: intents.length > 0 ? intents : [kind],
  }
}
