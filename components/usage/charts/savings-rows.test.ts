import { describe, expect, it } from 'vitest'
import type { Savings } from '@/lib/shared/usage/usage'
import { barsOf, FIRST_BARS, shownSavings } from './savings-rows'

const NOTHING = { calls: 0, costMicros: 0, unpricedCalls: 0, plainChat: 0, withMemory: 0, saved: 0 }
const savings = (saved: number[]): Savings => ({
  conversations: saved.map((one, i) => ({ ...NOTHING, id: `c${i}`, title: '', saved: one })),
  others: NOTHING,
  left: 0,
})

describe('the bars of the saving per conversation', () => {
  it('are the largest differences at first, those that cost more included, best first', () => {
    const many = savings([...Array.from({ length: 40 }, (_, i) => 400 - i * 10), -5, -390])
    const first = shownSavings(many, false)
    expect(first).toHaveLength(FIRST_BARS)
    expect(first.at(0)?.saved).toBe(400)
    expect(first.at(-1)?.saved).toBe(-390)
    expect(first.some(({ saved }) => saved === -5)).toBe(false)
    expect(shownSavings(many, true)).toHaveLength(42)
    expect(shownSavings(savings([3, 2]), false)).toHaveLength(2)
  })

  it('start at one zero line: savings to its right, losses to its left', () => {
    expect(barsOf([{ saved: 300 }, { saved: 0 }, { saved: -100 }])).toEqual({
      zero: 0.25,
      bars: [
        [0.25, 0.75],
        [0.25, 0],
        [0, 0.25],
      ],
    })
    expect(barsOf([{ saved: 0 }])).toEqual({ zero: 0, bars: [[0, 0]] })
    expect(barsOf([{ saved: -4 }])).toEqual({ zero: 1, bars: [[0, 1]] })
  })
})
