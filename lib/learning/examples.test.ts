import { describe, expect, it } from 'vitest'
import { qualityOf, stepsOfMost } from './examples'

describe('worked examples', () => {
  it.each([
    [{ tools: 1, failed: 0, feedback: 0 }, 15],
    [{ tools: 3, failed: 0, feedback: 0 }, 10],
    [{ tools: 4, failed: 1, feedback: 0 }, 5],
    [{ tools: 2, failed: 1, feedback: 1 }, 15],
    [{ tools: 4, failed: 1, feedback: 1 }, 10],
    [{ tools: 4, failed: 0, feedback: -1 }, 5],
  ])('have a quality by what was measured: %o is %i', (turn, quality) => {
    expect(qualityOf(turn)).toBe(quality)
  })

  it('suggest the steps of nine in ten good turns, from five turns on', () => {
    expect(stepsOfMost([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(9)
    expect(stepsOfMost([3, 3, 3, 3, 8])).toBe(8)
    expect(stepsOfMost([2, 2, 2, 2])).toBeNull()
    expect(stepsOfMost([0, 1, 1, 1, 1])).toBe(2)
  })
})
