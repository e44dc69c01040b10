import { describe, expect, it } from 'vitest'
import { cosine, rarityOf, termsOf, weightsOf } from './similar'

const LESSON = 'Run the whole test suite of the billing service before a release is tagged and announced.'
const among = (store: readonly string[]) => {
  const rarity = rarityOf(store.map(termsOf))
  return (a: string, b: string) => cosine(weightsOf(termsOf(a), rarity), weightsOf(termsOf(b), rarity))
}
const alike = (a: string, b: string) => among([a, b])(a, b)

describe('the similarity of two lessons', () => {
  it('is 1 for the same words in another order, case and form, and 0 for others', () => {
    expect(alike(LESSON, LESSON.toUpperCase())).toBeCloseTo(1, 12)
    expect(alike('Check the tests.', 'tests check')).toBeCloseTo(1, 12)
    expect(alike(LESSON, 'Water plants on Mondays.')).toBe(0)
    expect(alike(LESSON, '')).toBe(0)
  })

  it('is symmetric and grows with what is shared', () => {
    const [near, far] = [LESSON.replace('billing', 'login'), 'Run the suite.']
    expect(alike(LESSON, near)).toBeCloseTo(alike(near, LESSON), 12)
    expect(alike(LESSON, near)).toBeGreaterThan(alike(LESSON, far))
  })

  it('weighs rare words more than common ones', () => {
    const store = ['login', 'billing'].flatMap((name) =>
      [1, 2].map((i) => `Check the logs of ${name}, part ${i}.`),
    )
    const common = Array.from({ length: 200 }, (_, i) => `Check the logs of service${i} in this part.`)
    const [a, b] = ['Check the logs of login.', 'Check the logs of billing.'] as const
    expect(among([...store, ...common])(a, b)).toBeLessThan(among(store)(a, b))
  })

  it('is not lowered by an odd word, however many copies there are', () => {
    const copies = (count: number) =>
      Array.from({ length: count }, (_, i) => LESSON.replace('tagged', `odd${i}`))
    const of = (count: number) => among(copies(count))(copies(2)[0] ?? '', copies(2)[1] ?? '')
    expect(of(500)).toBeCloseTo(of(3), 1)
  })
})
