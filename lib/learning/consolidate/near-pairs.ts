import { cosine, rarityOf, termsOf, type Weights, weightsOf } from '../similar'

/** `similarity` in [0, 1]; `a` comes before `b` in the given order. */
export type NearPair = { a: string; b: string; similarity: number }
/**
 * Pairs of texts with at least this idf-weighted cosine. Two such texts share a term among the heaviest of
 * each, so only these are looked up (prefix filtering, Bayardo et al. 2007).
 */
export function nearPairs(texts: readonly { id: string; text: string }[], least: number): NearPair[] {
  const terms = texts.map(({ text }) => termsOf(text))
  const rarity = rarityOf(terms)
  const vectors = new Map(texts.map(({ id }, i) => [id, weightsOf(terms[i] ?? new Map(), rarity)]))
  const seen = new Map<string, string[]>()
  const pairs: NearPair[] = []
  for (const [id, vector] of vectors) {
    const candidates = new Set<string>()
    for (const key of prefixOf(vector, least)) {
      const there = seen.get(key) ?? []
      for (const other of there) candidates.add(other)
      there.push(id)
      seen.set(key, there)
    }
    for (const other of candidates) {
      const similarity = cosine(vectors.get(other) ?? new Map(), vector)
      if (similarity >= least) pairs.push({ a: other, b: id, similarity })
    }
  }
  return pairs
}

function prefixOf(vector: Weights, least: number): string[] {
  const terms = [...vector].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  let rest = 1
  const prefix: string[] = []
  for (const [key, of] of terms) {
    if (Math.sqrt(Math.max(0, rest)) < least) break
    prefix.push(key)
    rest -= of * of
  }
  return prefix
}
