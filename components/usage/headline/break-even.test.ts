import { describe, expect, it } from 'vitest'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { noCalls, noSums } from '@/lib/shared/usage/usage-maths'
import { breakEven } from './break-even'

const point = (from: number, to: number, saved: number): UsagePoint => ({
  ...noCalls(),
  ...noSums(),
  kind: 'turns',
  from,
  to,
  turns: to - from + 1,
  turn: null,
  at: '2026-03-01T08:00:00.000Z',
  phases: {},
  sections: {},
  plainChat: 1_000_000 + saved,
  prompts: 1_000_000,
})
/** Each turn saves 10 tokens more than the one before; the first costs 100. */
const growing = (turns: number) => Array.from({ length: turns }, (_, i) => point(i + 1, i + 1, 10 * i - 100))

describe('the break-even turn', () => {
  it('is the one at which the growing saving has made up for its cost', () => {
    // -100 - 90 ... + 100 add up to 0 over 21 turns.
    for (const turns of [4, 8, 20]) expect(breakEven({ points: growing(turns), outside: [] })).toBe(21)
  })

  it('is the same when points hold several turns', () => {
    const pairs = [point(1, 2, -190), point(3, 4, -150), point(5, 6, -110)]
    expect(breakEven({ points: pairs, outside: [] })).toBe(21)
  })

  it('comes later when other branches cost something too', () => {
    const outside = [{ ...point(3, 3, -500), kind: 'branches' as const }]
    expect(breakEven({ points: growing(8), outside })).toBe(25)
  })

  it('is not named from too few turns, nor when the saving does not grow', () => {
    expect(breakEven({ points: growing(3), outside: [] })).toBeNull()
    const flat = Array.from({ length: 9 }, (_, i) => point(i + 1, i + 1, -50))
    expect(breakEven({ points: flat, outside: [] })).toBeNull()
  })
})
