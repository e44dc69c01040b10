import { contentWords } from '@/lib/heuristics/text/words'
import { limits } from '@/lib/shared/limits'
import { type Depth, LABEL_OF, LABELS, type Label } from '@/lib/shared/turn/depth'
import { gramsOf, isSign, signsOf } from './features'
import trained from './weights.json'

/** `isCorrected` = a person set it for a similar message. */
export type Guess = {
  isCorrected: boolean
  label: Label
  depth: Depth
  confidence: number
  reasons: string[]
  intents: string[]
}
type Correction = { text: string; depth: Depth }
/** Hundredths, for SIMPLE, MODERATE and COMPLEX. */
type Weights = [number, number, number]
const FEATURES = new Map(Object.entries(trained.features as unknown as Record<string, Weights>))
const GRAMS = new Map(Object.entries(trained.grams as unknown as Record<string, Weights>))

/** What grams count together: each one less, the more there are. */
export const gramShare = (grams: number) => 0.6 * Math.min(1, 3 / Math.sqrt(grams))

/**
 * Multinomial logistic regression over signs and words, trained by `bench/classifier/train.ts`; first what a
 * person set for a similar message. `before` = the message it replies to.
 */
export function guessDepth(message: string, before: string, corrections: readonly Correction[]): Guess {
  const corrected = alike(message, corrections)
  if (corrected) return corrected
  const { features, request } = signsOf(message, before)
  const scores: Weights = [...(trained.bias as Weights)]
  const add = (weights: Weights | undefined, value: number) => {
    if (weights) for (const at of [0, 1, 2] as const) scores[at] += (weights[at] * value) / 100
  }
  for (const [name, value] of features) if (value) add(FEATURES.get(name), value)
  const grams = [...gramsOf(request, before)].flatMap((gram) => GRAMS.get(gram) ?? [])
  for (let at = 0; at < grams.length; at += 3)
    add(grams.slice(at, at + 3) as Weights, gramShare(grams.length / 3))
  const top = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - top))
  const confidence = 1 / shares.reduce((sum, share) => sum + share, 0)
  const first = scores.indexOf(top)
  // A simple message gets no tools and a complex one costs more, so either takes more than a slight lead.
  const best = confidence < (limits.depth.least[first] ?? 0) ? 1 : first
  const label = LABELS[best] ?? 'MODERATE'
  const strongest = features
    .map(([name, value]) => ({ name, weight: value * (FEATURES.get(name)?.[best] ?? 0) }))
    // Other signs, such as length, say nothing to a person.
    .filter(({ name, weight }) => weight > 20 && isSign(name))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 2)
    .map(({ name }) => name)
  const has = (sign: string) => features.some(([name, value]) => name === sign && value > 0.75)
  return {
    isCorrected: false,
    label,
    depth: depthOf(label, DEEP.some(has)),
    confidence,
    reasons: strongest.length ? [`Signs: ${strongest.join(', ')}`] : [],
    intents: strongest,
  }
}
const DEEP = ['research', 'constraints']
function depthOf(label: Label, isDeep: boolean): Depth {
  if (label === 'COMPLEX') return isDeep ? 'deep' : 'complex'
  return label === 'SIMPLE' ? 'simple' : 'moderate'
}

/** What a person set for the most similar message, by shared content words (Jaccard). */
function alike(message: string, corrections: readonly Correction[]): Guess | null {
  if (corrections.length === 0) return null
  const own = contentOf(message)
  let best: { depth: Depth; share: number } | null = null
  for (const { text, depth } of corrections) {
    const other = contentOf(text)
    const shared = [...own].filter((word) => other.has(word)).length
    const share = shared / Math.max(1, own.size + other.size - shared)
    if (share >= limits.depth.alike && share > (best?.share ?? 0)) best = { depth, share }
  }
  if (!best) return null
  const { depth, share } = best
  const reasons = ['You chose this for a similar message']
  return { isCorrected: true, label: LABEL_OF[depth], depth, confidence: share, reasons, intents: [] }
}
const contentOf = (text: string) =>
  new Set(contentWords(text.slice(0, limits.depth.messageChars)).map(({ lower }) => lower))
