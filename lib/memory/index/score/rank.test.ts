import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { idf, lent, saturate, selfScore, share, shownScore, wordWeight } from './rank'

describe('BM25', () => {
  it('gives the test vector of its docstring', () => {
    expect(idf(1_000, 10)).toBeCloseTo(4.5573, 3)
    expect(idf(1_000, 10) * saturate(2, 80, 100, { k1: 1.2, b: 0.75 })).toBeCloseTo(6.6399, 3)
  })
  it('never punishes a match, prefers rarer words, more of them, and shorter units', () => {
    const count = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(count, count, count, (units, a, b) => {
        const [rare, common] = [Math.min(a, b, units), Math.min(Math.max(a, b), units)]
        expect(idf(units, common)).toBeGreaterThan(0)
        expect(idf(units, rare)).toBeGreaterThanOrEqual(idf(units, common))
        expect(saturate(2, a, 50)).toBeGreaterThan(saturate(1, a, 50))
        expect(saturate(1, Math.min(a, b), 50)).toBeGreaterThanOrEqual(saturate(1, Math.max(a, b), 50))
      }),
    )
  })
})

describe('the neighbour kernel', () => {
  it('gives the test vectors of its docstring', () => {
    expect(share(limits.rank.borrowTerms)).toBeCloseTo(0.5)
    expect(lent(2, limits.rank.lendTerms)).toBeCloseTo(1)
    expect(wordWeight(1, false)).toBe(1)
    expect(wordWeight(1, true)).toBe(limits.rank.asking)
  })
  it('lets longer messages borrow less and lend less', () => {
    expect(share(80)).toBeLessThan(share(8))
    expect(lent(1, 80)).toBeLessThan(lent(1, 8))
  })
})

describe('the score shown to people', () => {
  it('is 1 for a unit that says what the query says, and stays in [0, 1]', () => {
    const idfs = [{ idf: idf(100, 3) }, { idf: idf(100, 7) }]
    const exact = idfs.reduce((sum, word) => sum + word.idf * saturate(1, 2, 30), 0)
    expect(shownScore(exact, selfScore(idfs, 30))).toBeCloseTo(1)
    expect(shownScore(exact * 3, selfScore(idfs, 30))).toBe(1)
    expect(shownScore(-1, 2)).toBe(0)
    expect(shownScore(1, 0)).toBe(0)
  })
})
