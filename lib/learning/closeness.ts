import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'

/** The cosine of two vectors of length 1. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let product = 0
  for (let i = 0; i < a.length; i++) product += (a[i] ?? 0) * (b[i] ?? 0)
  return product
}

/**
 * How similar a model finds unrelated texts: the median cosine of pairs that share hardly a word (`isRelated`
 * tells the others). It ranges from about .1 to .7 between models, so one limit fits them all only after
 * subtracting it. 0 when there are too few such pairs.
 */
export function unrelatedCosine<T extends { vector: Float32Array }>(
  all: readonly T[],
  isRelated: (a: T, b: T) => boolean,
): number {
  const count = all.length
  const pairs = Math.min(limits.sampledPairs, count)
  const cosines = Array.from({ length: pairs }, (_, i) => {
    const at = Math.floor((i * count) / pairs)
    const [one, other] = [all[at], all[(at + 1 + (i % (count - 1 || 1))) % count]]
    return one && other && one !== other && !isRelated(one, other) ? [cosineOf(one.vector, other.vector)] : []
  })
    .flat()
    .sort((a, b) => a - b)
  if (cosines.length < limits.leastUnrelated) return 0
  return Math.min(limits.mostUnrelated, Math.max(0, cosines[cosines.length >> 1] ?? 0))
}

/** From 0 for unrelated texts to 1 for the same: where unrelated ones have .7, a cosine of .85 is .5. */
export const closeness = (cosine: number, unrelated: number) =>
  Math.min(1, Math.max(0, (cosine - unrelated) / (1 - unrelated)))
