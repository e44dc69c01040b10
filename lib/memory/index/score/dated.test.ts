import { describe, expect, it } from 'vitest'
import { ask, everywhere, idsFound, indexOf, type Said, turnsOf } from '@/lib/memory/index/testing-index'
import { limits } from '@/lib/shared/limits'

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
