import { describe, expect, it } from 'vitest'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { closeness, cosineOf, unrelatedCosine } from './closeness'

const floor = limitsOfRetrieval.leastSimilarity.meaning
const unit = (of: readonly number[]) => Float32Array.from(of, (value) => value / Math.hypot(...of))
/** Texts on subjects of their own in a model's space whose unrelated texts have about this cosine. */
function space(common: number, subjects: number) {
  const vectorOf = (subject: number, noise = 0) =>
    unit([
      Math.sqrt(common),
      ...Array.from({ length: subjects }, (_, i) =>
        i === subject ? Math.sqrt(1 - common) : i === (subject + 1) % subjects ? noise : 0,
      ),
    ])
  return { all: Array.from({ length: subjects }, (_, i) => ({ vector: vectorOf(i) })), vectorOf }
}

describe('how close two texts are by their vectors', () => {
  it.each([0.1, 0.45, 0.7, 0.85])('one floor keeps unrelated texts apart where these have %f', (common) => {
    const { all, vectorOf } = space(common, 60)
    const unrelated = unrelatedCosine(all, () => false)
    expect(unrelated).toBeCloseTo(common, 2)
    const [one, other, paraphrase] = [vectorOf(3), vectorOf(9), vectorOf(3, 0.4 * Math.sqrt(1 - common))]
    const close = (a: Float32Array, b: Float32Array) => closeness(cosineOf(a, b), unrelated)
    expect(close(one, other)).toBeLessThan(floor)
    expect(close(one, paraphrase)).toBeGreaterThan(floor)
    expect(close(one, one)).toBeCloseTo(1, 5)
    // Without it the floor would keep nothing out of most models.
    if (common > floor) expect(closeness(cosineOf(one, other), 0)).toBeGreaterThan(floor)
  })

  it('is not measured on texts that share their words, nor on too few', () => {
    const alike = Array.from({ length: 40 }, () => ({ vector: unit([1, 0.1]) }))
    expect(unrelatedCosine(alike, () => true)).toBe(0)
    expect(unrelatedCosine(alike.slice(0, limitsOfRetrieval.leastUnrelated - 1), () => false)).toBe(0)
    expect(unrelatedCosine(alike, () => false)).toBe(limitsOfRetrieval.mostUnrelated)
    expect(unrelatedCosine([], () => false)).toBe(0)
  })
})
