import { contentTerms } from '@/lib/memory/text/terms'
import { limitsOfLearning as limits } from '@/lib/shared/limits-learning'

/** How often each content term occurs in a text. */
export type Terms = ReadonlyMap<string, number>

export function termsOf(text: string): Terms {
  const counts = new Map<string, number>()
  for (const { key } of contentTerms(text)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** How rare each term is among these texts: log(1 + texts / texts with it). */
export function rarityOf(texts: readonly Terms[]): (key: string) => number {
  const having = new Map<string, number>()
  for (const terms of texts) for (const key of terms.keys()) having.set(key, (having.get(key) ?? 0) + 1)
  const all = Math.max(texts.length, limits.rareOf)
  return (key) => Math.log(1 + all / Math.max(1, having.get(key) ?? 0))
}

export const weight = (count: number, rarity: number) => (1 + Math.log(count)) * rarity

/** The cosine of two texts whose terms weigh as much as they are rare, in [0, 1]. */
export function cosine(a: Terms, b: Terms, rarity: (key: string) => number): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [key, count] of a) {
    const own = weight(count, rarity(key))
    const other = b.get(key)
    ofA += own * own
    if (other) product += own * weight(other, rarity(key))
  }
  for (const [key, count] of b) ofB += weight(count, rarity(key)) ** 2
  return product === 0 ? 0 : Math.min(1, product / Math.sqrt(ofA * ofB))
}
