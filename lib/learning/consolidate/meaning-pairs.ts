import { pacer } from '@/lib/shared/breath'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { closeness, cosineOf } from '../closeness'
import type { StrategyVectors } from '../strategy-index'
import type { NearPair } from './near-pairs'

type Row = { id: string; updatedAt: Date }

/**
 * Pairs whose vectors say that they mean nearly the same. In a large playbook, only the strategies changed
 * last are compared with all others; the rest were compared when they changed.
 */
export async function meaningPairs(
  rows: readonly Row[],
  { of, unrelated }: StrategyVectors,
): Promise<NearPair[]> {
  const { askAt, compared } = limitsOfLearning.meaning
  const known = [...rows]
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1))
    .flatMap(({ id }) => {
      const vector = of.get(id)
      return vector?.length ? [{ id, vector }] : []
    })
  const pace = pacer()
  const pairs: NearPair[] = []
  for (const [i, { id: a, vector }] of known.slice(0, compared).entries()) {
    await pace()
    for (const { id: b, vector: other } of known.slice(i + 1)) {
      const similarity = other.length === vector.length ? closeness(cosineOf(vector, other), unrelated) : 0
      if (similarity >= askAt) pairs.push({ a, b, similarity })
    }
  }
  return pairs.sort((x, y) => y.similarity - x.similarity)
}
