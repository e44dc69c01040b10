import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ask, everywhere, idsFound, indexOf, type Said, turnsOf } from '@/lib/memory/index/testing-index'
import { limits } from '@/lib/shared/limits'
import { idf, lent, saturate, selfScore, share, shownScore, wordWeight } from './rank'

const DAYS = 24
/** A talk on 3 March 2031, one on 2 May, and one on 1 July. */
const talk: Said[] = [
  ['Bram', 'The kiln is hot.'],
  ['Ilse', 'So is the stove.'],
  ['Bram', 'We painted the shed green.', 60 * DAYS],
  ['Ilse', 'It looks splendid now.', 60 * DAYS],
  ['Bram', 'The kiln was sold to somebody.', 120 * DAYS],
  ['Ilse', 'A pity, it was a good one.', 120 * DAYS],
]
const data = indexOf(turnsOf(talk))

describe('a date that a question names', () => {
  it('finds what was said then, without a word in common', () => {
    expect(new Set(idsFound(data, 'What was the topic on 2 May 2031?'))).toEqual(
      new Set(['main-3', 'main-4']),
    )
    expect(new Set(idsFound(data, 'What happened in July?'))).toEqual(new Set(['main-5', 'main-6']))
  })
  it('negative control: by words alone nothing is found', () =>
    expect(idsFound(data, 'What was the topic on 2 May 2031?', everywhere, {}, { dated: 0 })).toEqual([]))
  it('finds nothing on a day when nothing was said, nor by a year alone', () => {
    expect(idsFound(data, 'What was the topic on 9 October 2031?')).toEqual([])
    expect(idsFound(data, 'What was the topic in 2031?')).toEqual([])
  })
  it('is a part of the score, and all parts add up to it', () => {
    for (const text of ['What was the topic on 2 May 2031?', 'Did Bram sell the kiln on 1 July?']) {
      const hits = ask(data, text)
      expect(hits[0]?.parts.date).toBeGreaterThan(0)
      for (const hit of hits)
        expect(Object.values(hit.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(hit.score, 5)
    }
    expect(ask(data, 'What was the topic on 2 May 2031?')[0]?.parts.neighbours).toBeUndefined()
  })
  it('tells nothing where too much was said', () => {
    const busy = indexOf(
      turnsOf(
        Array.from(
          { length: limits.index.commonPostings + 1 },
          (_, i): Said => [i % 2 ? 'Ilse' : 'Bram', i === 7 ? 'A zeppelin!' : 'Well, well.'],
        ),
      ),
    )
    expect(idsFound(busy, 'What was the topic in March 2031?')).toEqual([])
    expect(idsFound(busy, 'Where was the zeppelin in March 2031?')[0]).toBe('main-8')
  })
})

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
