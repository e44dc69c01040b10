import { describe, expect, it } from 'vitest'
import type { Depth } from '@/lib/shared/turn/depth'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { noCalls } from '@/lib/shared/usage/usage-maths'
import { formatIn } from '../ui/words/format'
import {
  axisName,
  pointName,
  reflectiveWords,
  spanOf,
  stepLimitWords,
  windowCells,
  windowName,
} from './usage-words'

const format = formatIn('en')

describe('the name of a point', () => {
  it('is a turn, a range, or what lies outside', () => {
    const point = {
      kind: 'turns',
      from: 42,
      to: 61,
      turns: 20,
      numbers: { from: 41, to: 60 },
      again: false,
    } as const
    const single = { ...point, to: 42, turns: 1, numbers: { from: 41, to: 41 } }
    expect(pointName(point, false, format)).toBe('Turns 41–60')
    expect(pointName(single, false, format)).toBe('Turn 41')
    expect(pointName({ ...single, again: true }, false, format)).toBe('Turn 41, another attempt')
    expect(pointName({ ...point, kind: 'before' }, false, format)).toBe('Before: turns 41–60')
    expect(pointName({ ...point, kind: 'branches', turns: 3 }, false, format)).toBe(
      'Other branches (3 turns)',
    )
    expect(pointName({ ...point, kind: 'imported', turns: 500 }, true, format)).toBe('Imported (500 turns)')
  })
})

describe('over several conversations', () => {
  const point = {
    kind: 'turns',
    from: 42,
    to: 61,
    turns: 20,
    numbers: { from: 1, to: 9 },
    again: false,
  } as const

  it('a place is never called a turn number', () => {
    expect(pointName(point, true, format)).toBe('42nd to 61st turn')
    const named = [1, 2, 3, 11, 50, 112, 1_023].map((at) =>
      pointName({ ...point, from: at, to: at, turns: 1, again: true }, true, format),
    )
    expect(named.join()).toBe('1st turn,2nd turn,3rd turn,11th turn,50th turn,112th turn,1,023rd turn')
  })

  it('an axis counts places; of one conversation it has the turn numbers', () => {
    const axis = (all: boolean) => [true, false].map((isFirst) => axisName(point, isFirst, all, format))
    expect(axis(true)).toEqual(['42nd turn', '61st'])
    expect(axis(false)).toEqual(['Turn 1', '9'])
    expect(axisName({ ...point, again: true }, false, false, format)).toBe('9 again')
  })

  it('neighbours are named together, from the least to the largest number', () => {
    const of = (place: number, number: number, again = false) =>
      ({ ...point, from: place, to: place, numbers: { from: number, to: number }, again }) as UsagePoint
    const span = spanOf([of(3, 3), of(4, 2, true), of(5, 4)])
    expect(span && pointName(span, false, format)).toBe('Turns 2–4')
    expect(span && pointName(span, true, format)).toBe('3rd to 5th turn')
    expect(spanOf([])).toBeNull()
  })
})

describe('the words about depth', () => {
  const of = (depth: Depth, turns: number, capped: number) => ({
    ...noCalls(),
    inputTokens: turns * 100,
    depth,
    turns,
    capped,
  })

  it('say what share thought in rounds, and how often the step limit was reached', () => {
    const depths = [of('moderate', 19, 0), of('complex', 1, 0)]
    expect(reflectiveWords(depths, format)).toBe(
      '1 of 20 turns thought in rounds (5%) and used 5% of the tokens.',
    )
    expect(stepLimitWords(depths, format)).toBe('None reached the step limit.')
    expect(stepLimitWords([of('moderate', 19, 0)], format)).toBe('')
  })

  it('say when to change the step limit, once it was reached', () => {
    expect(stepLimitWords([of('moderate', 9, 0), of('complex', 4, 1), of('deep', 3, 2)], format)).toMatch(
      /^3 of them reached the step limit\. Raise “Steps” in Settings if .*; lower it if /,
    )
  })
})

describe('the words about window sizes', () => {
  it('are averages per turn and the share that succeeded, and a dash where no turn counts', () => {
    const sums = {
      turns: 4,
      tokens: 4_400,
      earlier: 9_000,
      counted: 3,
      judged: 4,
      succeeded: 3,
      timed: 2,
      ms: 5_000,
    }
    expect(windowName(5, format)).toBe('5 turns')
    expect(windowName('full', format)).toBe('All earlier turns')
    expect(windowCells({ size: 5, ...sums }, format)).toEqual(['4', '3,000', '1,100', '75% of 4', '2.5 s'])
    const none = { ...sums, counted: 0, judged: 0, timed: 0 }
    expect(windowCells({ size: 3, ...none }, format)).toEqual(['4', '–', '1,100', '–', '–'])
  })
})
