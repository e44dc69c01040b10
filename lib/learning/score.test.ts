import { describe, expect, it } from 'vitest'
import { limitsOfRetrieval as limits } from '@/lib/shared/limits/retrieval'
import { reliability, type Scorable, type Scoring, scoreOf, select } from './score'

const NOW = Date.UTC(2026, 4, 11)
const DAY = 24 * 3_600_000
const { weights } = limits
const calibrated: Scoring = { weights, now: NOW }
/** So that similar ones too can be below the floor. */
const doubting: Scoring = { ...calibrated, weights: { ...weights, similarity: 0.1 } }
const one = (over: Partial<Scorable>): Scorable => ({
  id: 'a',
  similarity: 0.5,
  prior: 0.75,
  helpful: 0,
  harmful: 0,
  createdAt: NOW,
  updatedAt: NOW,
  ...over,
})
const apart = () => 0

describe('the score of a strategy', () => {
  it('has the reliability that its tags give it', () => {
    const of = (helpful: number, harmful: number) => reliability(one({ helpful, harmful })).toFixed(3)
    expect([of(0, 0), of(1, 0), of(0, 1), of(5, 0), of(0, 3)]).toEqual([
      '0.750',
      '0.800',
      '0.600',
      '0.889',
      '0.429',
    ])
  })

  it('is the sum of its parts', () => {
    const { score, parts } = scoreOf(one({ similarity: 0.6, createdAt: NOW - 20 * DAY }), calibrated, 0.4)
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 12)
    expect(parts.diversity).toBeCloseTo(-0.04, 12)
  })
})

/** Three on the subject that say the same, two on it that say something else, five on other subjects. */
const TEN = [0.9, 0.89, 0.88, 0.8, 0.7, 0.3, 0.28, 0.27, 0.26, 0.25].map((similarity, i) =>
  one({ id: `s${i}`, similarity }),
)
const alikeOf = (a: Scorable, b: Scorable) =>
  [a, b].every(({ id }) => 's0 s1 s2'.includes(id))
    ? 0.98
    : [a, b].every(({ similarity }) => similarity >= 0.7)
      ? 0.3
      : 0
const idsOf = (chosen: { of: Scorable }[]) => chosen.map(({ of }) => of.id)

/** What the reference does: the weight of diversity as lambda of maximal marginal relevance. */
function withLambda(k: number, lambda: number): Scorable[] {
  const chosen: Scorable[] = []
  const rest = [...TEN]
  const value = (item: Scorable) =>
    lambda * scoreOf(item, calibrated).score -
    (1 - lambda) * Math.max(0, ...chosen.map((other) => alikeOf(item, other)))
  while (chosen.length < k) {
    const best = rest.reduce((a, b) => (value(b) > value(a) ? b : a))
    chosen.push(...rest.splice(rest.indexOf(best), 1))
  }
  return chosen
}

describe('the selection', () => {
  it('of ten takes the best, then what is close and says something else', () => {
    expect(idsOf(select(TEN, 3, calibrated, alikeOf))).toEqual(['s0', 's3', 's1'])
  })

  it('negative control: the weight of diversity as lambda picks what is far from the question', () => {
    const wrong = withLambda(3, weights.diversity)
    expect(wrong.map(({ id }) => id)).toEqual(['s0', 's5', 's6'])
    expect(wrong.filter(({ similarity }) => similarity < 0.5)).toHaveLength(2)
  })

  it('takes nothing below a floor, so fewer than k are normal', () => {
    const old = one({ prior: 0.5, createdAt: NOW - 400 * DAY })
    const few = [old, one({ id: 'new' })]
    expect(scoreOf(old, doubting).score).toBeLessThan(limits.leastScore)
    expect(idsOf(select(few, 3, doubting, apart))).toEqual(['new'])
  })

  it('is that of a plain greedy search, whatever the candidates', () => {
    const random = (i: number) => ((i * 7919) % 104_729) / 104_729
    const many = Array.from({ length: 200 }, (_, i) => one({ id: `m${i}`, similarity: random(i + 1) }))
    const alike = (a: Scorable, b: Scorable) => random(Number(a.id.slice(1)) + Number(b.id.slice(1)) + 3)
    const left = many.filter((item) => scoreOf(item, calibrated).score >= limits.leastScore)
    const chosen: Scorable[] = []
    while (chosen.length < 5) {
      const value = (item: Scorable) =>
        scoreOf(item, calibrated, Math.max(0, ...chosen.map((other) => alike(item, other)))).score
      const best = left.reduce((a, b) => (value(b) > value(a) ? b : a))
      chosen.push(...left.splice(left.indexOf(best), 1))
    }
    expect(idsOf(select(many, 5, calibrated, alike))).toEqual(chosen.map(({ id }) => id))
  })
})
