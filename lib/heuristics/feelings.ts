import { wordSet } from './text/stop-words'
import { wordsOf } from './text/words'

export type Feeling = 'joy' | 'affection' | 'sadness' | 'worry' | 'anger' | 'tiredness'
const FEELINGS: Record<Feeling, ReadonlySet<string>> = {
  joy: wordSet(
    'happy glad delighted excited thrilled proud joy joyful cheerful relieved hopeful optimistic great wonderful amazing fantastic fun enjoy enjoyed enjoying celebrate celebrated yay hooray',
  ),
  affection: wordSet(
    'love loved loving adore grateful thankful appreciate appreciated fond affection caring miss hug',
  ),
  sadness: wordSet(
    'sad unhappy miserable lonely heartbroken depressed gutted crying cried tears grief grieving hopeless disappointed disappointing hurt',
  ),
  worry: wordSet(
    'worried worry worrying anxious anxiety nervous afraid scared fear fears frightened stressed stress stressful overwhelmed panic uneasy tense doubt',
  ),
  anger: wordSet(
    'angry furious annoyed annoying irritated frustrated frustrating frustration mad hate hated unfair resent resentful outraged',
  ),
  tiredness: wordSet(
    'tired exhausted exhausting weary drained sleepless sleepy burnt burnout burned fatigue fatigued insomnia',
  ),
}
const WARM: ReadonlySet<Feeling> = new Set(['joy', 'affection'])
const NOT = /^(?:not|no|never|isn|aren|wasn|don|didn|doesn|hardly|without)$|n['’]t$/

/**
 * The feelings that a text's words express, each once. A negated word ("not happy") expresses none. English
 * only.
 */
export function feelingsIn(text: string): Feeling[] {
  const words = wordsOf(text)
  const found = new Set<Feeling>()
  for (const [i, { lower }] of words.entries()) {
    const before = words.slice(Math.max(0, i - 2), i)
    if (before.some((word) => NOT.test(word.lower) || NOT.test(word.text.toLowerCase()))) continue
    for (const feeling of Object.keys(FEELINGS) as Feeling[])
      if (FEELINGS[feeling].has(lower)) found.add(feeling)
  }
  return [...found]
}

const ASKED = wordSet('mood moods feeling feelings emotion emotions emotional sentiment sentiments tone')
/** Whether a query names nothing but feelings in general, which few texts mention by that name. */
export const asksForFeelings = (query: string) => wordsOf(query).every(({ lower }) => ASKED.has(lower))

/** 1 = warm, -1 = heavy, 0 = neither or both. */
export const toneOf = (feelings: readonly Feeling[]): number =>
  Math.sign(feelings.reduce((sum, feeling) => sum + (WARM.has(feeling) ? 1 : -1), 0))
