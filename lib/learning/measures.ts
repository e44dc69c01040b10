import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'
import { closeness, cosineOf } from './closeness'
import type { IndexedStrategy, StrategyIndex, StrategyVectors } from './strategy-index'
import { eachSimilar, likeness } from './term-index'

/**
 * One way to compare strategies with a message and with each other, by slot. Numbers of two measures mean
 * different things, so one selection uses one measure.
 */
export type Measure = {
  measure: 'words' | 'meaning'
  each(visit: (item: IndexedStrategy, slot: number, similarity: number) => void): void
  alike(a: number, b: number): number
}

export const byWords = ({ texts }: StrategyIndex, text: string): Measure => ({
  measure: 'words',
  each: (visit) => eachSimilar(texts, text, limits.leastSimilarity.words, visit),
  alike: likeness(texts),
})

/** Leaves out strategies without a vector. */
export function byMeaning(
  { texts }: StrategyIndex,
  { of, unrelated }: StrategyVectors,
  query: Float32Array,
): Measure {
  const alike = (a: Float32Array, b: Float32Array) => closeness(cosineOf(a, b), unrelated)
  const vectorAt = (slot: number) => of.get(texts.items[slot]?.id ?? '')
  return {
    measure: 'meaning',
    each(visit) {
      for (const [id, vector] of of) {
        const slot = texts.slots.get(id)
        const item = slot === undefined ? null : texts.items[slot]
        if (slot === undefined || !item || vector.length !== query.length) continue
        const similarity = alike(vector, query)
        if (similarity >= limits.leastSimilarity.meaning) visit(item, slot, similarity)
      }
    },
    alike(a, b) {
      const [one, other] = [vectorAt(a), vectorAt(b)]
      return one && other ? alike(one, other) : 0
    },
  }
}

/** How a message's vector is made. */
export type Meaning = {
  space: string
  /** Null = the service gave none. */
  embed(): Promise<Float32Array | null>
  /** Called when strategies have no vector of this length, or none at all. */
  missing(dims?: number): Promise<void>
}

/**
 * The vector to compare strategies with; null while words decide: strategies lack vectors of this model, or
 * the message has none. Nothing is sent while there is nothing to compare it with.
 */
export async function queryVector(
  { texts, vectors }: StrategyIndex,
  { embed, missing }: Meaning,
): Promise<Float32Array | null> {
  if (!vectors || texts.slots.size === 0) return null
  if (vectors.of.size < texts.slots.size) {
    await missing()
    return null
  }
  const sent = [...vectors.of.values()].find(({ length }) => length > 0)
  const query = sent ? await embed() : null
  if (!sent || !query) return null
  if (query.length === sent.length) return query
  await missing(query.length)
  return null
}
