import { contentTerms } from '@/lib/memory/text/terms'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'

/** How often each content term occurs in a text. */
export type Terms = ReadonlyMap<string, number>
/** How rare a term is; null = too few texts have it to say. */
export type Rarity = (key: string) => number | null
/** A text's terms by weight, as a vector of length 1. */
export type Weights = ReadonlyMap<string, number>

export function termsOf(text: string): Terms {
  const counts = new Map<string, number>()
  for (const { key } of contentTerms(text)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** How rare each term is among these texts: log(1 + texts / texts with it). */
export function rarityOf(texts: readonly Terms[]): Rarity {
  const having = new Map<string, number>()
  for (const terms of texts) for (const key of terms.keys()) having.set(key, (having.get(key) ?? 0) + 1)
  const all = Math.max(texts.length, limits.rareOf)
  return (key) => {
    const count = having.get(key) ?? 0
    return count < 2 ? null : Math.log(1 + all / count)
  }
}

/**
 * Rarer terms weigh more. A term of fewer than two texts has the average weight of the others: otherwise one
 * odd word would make a copy look new, and a flood of such copies would make their common words worthless.
 */
export function weightsOf(terms: Terms, rarity: Rarity): Weights {
  const known = [...terms.keys()].flatMap((key) => rarity(key) ?? [])
  const average = known.length ? known.reduce((sum, one) => sum + one, 0) / known.length : 1
  const weights = new Map(
    [...terms].map(([key, count]) => [key, (1 + Math.log(count)) * (rarity(key) ?? average)] as const),
  )
  const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0))
  for (const [key, weight] of weights) weights.set(key, weight / length)
  return weights
}

/** The cosine of two texts, in [0, 1]. */
export function cosine(a: Weights, b: Weights): number {
  let product = 0
  for (const [key, weight] of a) product += weight * (b.get(key) ?? 0)
  return Math.min(1, product)
}

const NEGATIONS =
  /\b(?:not|never|no|don['’]t|do not|avoid|without|instead of|stop|must not|cannot|can['’]t)\b/gi
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\balways\b/i, /\bnever\b/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\benable[sd]?\b/i, /\bdisable[sd]?\b/i],
  [/\bon\b/i, /\boff\b/i],
  [/\binclude[sd]?\b/i, /\b(?:exclude[sd]?|leave out)\b/i],
  [/\b(?:more|increase[sd]?)\b/i, /\b(?:less|fewer|decrease[sd]?|reduce[sd]?)\b/i],
  [/\b(?:first|at once)\b/i, /\b(?:last|later)\b/i],
]
const negations = (text: string) => [...text.matchAll(NEGATIONS)].length

/** Whether two texts seem opposite: one denies the other, or each has one of two opposite words. */
export function seemOpposite(a: string, b: string): boolean {
  if (negations(a) % 2 !== negations(b) % 2) return true
  return OPPOSITES.some(
    ([one, other]) =>
      (one.test(a) && !other.test(a) && other.test(b) && !one.test(b)) ||
      (one.test(b) && !other.test(b) && other.test(a) && !one.test(a)),
  )
}
