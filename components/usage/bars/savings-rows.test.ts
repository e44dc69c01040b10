import { describe, expect, it } from 'vitest'
import { formatIn } from '@/components/ui/words/format'
import type { Savings } from '@/lib/shared/usage/usage'
import { barsOf, FIRST_BARS, shownSavings } from './savings-bars'

const format = formatIn('en')
const savings = (saved: number[], rest: Partial<Savings> = {}): Savings => ({
  conversations: saved.map((one, i) => ({ id: `c${i}`, title: '', saved: one })),
  ...{ others: 0, left: 0, upkeep: 0 },
  ...rest,
})
const row = (saved: number) => ({ id: 'c', name: '', saved, isConversation: true })

describe('the bars of the saving per conversation', () => {
  it('are the largest differences at first, those that cost more included, best first', () => {
    const many = savings([...Array.from({ length: 40 }, (_, i) => 400 - i * 10), -5, -390])
    const first = shownSavings(many, false, format)
    expect(first).toHaveLength(FIRST_BARS + 1)
    expect(first.at(0)?.saved).toBe(400)
    expect(first.at(-2)?.saved).toBe(-390)
    expect(first.at(-1)).toMatchObject({ name: '32 other conversations', isConversation: false })
    expect(shownSavings(many, true, format)).toHaveLength(42)
    expect(shownSavings(savings([3, 2]), false, format)).toHaveLength(2)
  })

  it('add up to the whole saving, however many are shown', () => {
    const many = savings(
      Array.from({ length: 30 }, (_, i) => 100 - i * 7),
      { others: -40, left: 3, upkeep: -900 },
    )
    const whole = many.conversations.reduce((sum, { saved }) => sum + saved, -940)
    for (const everything of [false, true]) {
      const shown = shownSavings(many, everything, format)
      expect(shown.reduce((sum, { saved }) => sum + saved, 0)).toBe(whole)
      expect(shown.at(-1)?.name).toBe('Memory’s own calls outside messages')
    }
  })

  it('start at one zero line: savings to its right, losses to its left', () => {
    const places = (saved: number[]) =>
      barsOf(saved.map(row)).map(({ zero, from, width }) => [zero, from, width])
    expect(places([300, 0, -100])).toEqual([
      [0.25, 0.25, 0.75],
      [0.25, 0.25, 0],
      [0.25, 0, 0.25],
    ])
    expect(places([0])).toEqual([[0, 0, 0]])
    expect(places([-4])).toEqual([[1, 0, 1]])
  })
})
