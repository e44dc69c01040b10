import { contentTerms } from '@/lib/memory/text/terms'

/** The terms of a text with their weights; its length is 1, or 0 for a text without terms. */
export type Vector = ReadonlyMap<string, number>
export type Texts = readonly { id: string; text: string }[]
/** `similarity` in [0, 1]; `a` comes before `b` in the given order. */
export type Pair = { a: string; b: string; similarity: number }

/** Each text as a vector of its terms, weighted by ln(1 + N / df): what few texts say tells most (idf). */
export function vectorsOf(texts: Texts): Map<string, Vector> {
  const terms = texts.map(({ id, text }) => ({ id, keys: new Set(contentTerms(text).map(({ key }) => key)) }))
  const df = new Map<string, number>()
  for (const { keys } of terms) for (const key of keys) df.set(key, (df.get(key) ?? 0) + 1)
  return new Map(
    terms.map(({ id, keys }) => {
      const weights = [...keys].map((key) => [key, Math.log(1 + texts.length / (df.get(key) ?? 1))] as const)
      const length = Math.hypot(...weights.map(([, weight]) => weight))
      return [id, new Map(weights.map(([key, weight]) => [key, weight / length]))]
    }),
  )
}

/** The idf-weighted cosine, in [0, 1]. */
export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [key, weight] of small) sum += weight * (large.get(key) ?? 0)
  return Math.min(1, sum)
}

/**
 * Pairs of at least this similarity. Two such texts share a term among the first of each, whose others together
 * weigh less than `least`, so only these are looked up (prefix filtering, Bayardo et al. 2007).
 */
export function nearPairs(vectors: ReadonlyMap<string, Vector>, least: number): Pair[] {
  const seen = new Map<string, string[]>()
  const pairs: Pair[] = []
  for (const [id, vector] of vectors) {
    const candidates = new Set<string>()
    for (const key of prefixOf(vector, least)) {
      const there = seen.get(key) ?? []
      for (const other of there) candidates.add(other)
      seen.set(key, [...there, id])
    }
    for (const other of candidates) {
      const similarity = cosine(vectors.get(other) ?? new Map(), vector)
      if (similarity >= least) pairs.push({ a: other, b: id, similarity })
    }
  }
  return pairs
}

/** The rarest terms, so many that the others cannot reach `least` by themselves. */
function prefixOf(vector: Vector, least: number): string[] {
  const terms = [...vector].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  let rest = 1
  const prefix: string[] = []
  for (const [key, weight] of terms) {
    if (Math.sqrt(Math.max(0, rest)) < least) break
    prefix.push(key)
    rest -= weight * weight
  }
  return prefix
}
