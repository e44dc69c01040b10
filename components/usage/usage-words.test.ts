import { describe, expect, it } from 'vitest'
import type { Depth } from '@/lib/shared/turn/depth'
import { noCalls } from '@/lib/shared/usage/usage-maths'
import { formatIn } from '../ui/words/format'
import { pointName, reflectiveWords, stepLimitWords, windowCells, windowName } from './usage-words'

const format = formatIn('en')

describe('the name of a point', () => {
  it('is a turn, a range, or what lies outside', () => {
    const point = { kind: 'turns', from: 41, to: 60, turns: 20 } as const
    expect(pointName(point, false, format)).toBe('Turns 41–60')
    expect(pointName({ ...point, to: 41, turns: 1 }, false, format)).toBe('Turn 41')
    expect(pointName({ ...point, to: 41, turns: 1 }, true, format)).toBe('Turn no. 41')
    expect(pointName({ ...point, kind: 'before', from: 1, to: 40, turns: 40 }, false, format)).toBe(
      'Before: turns 1–40',
    )
    expect(pointName({ ...point, kind: 'branches', turns: 3 }, false, format)).toBe(
      'Other branches (3 turns)',
    )
    expect(pointName({ ...point, kind: 'imported', turns: 500 }, true, format)).toBe('Imported (500 turns)')
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
      '1 turn of 20 thought in rounds (5%) and used 5% of the tokens.',
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
      completed: 2,
      ms: 5_000,
    }
    expect(windowName(5, format)).toBe('5 turns')
    expect(windowName('full', format)).toBe('All earlier turns')
    expect(windowCells({ size: 5, ...sums }, format)).toEqual(['4', '3,000', '1,100', '75% of 4', '2.5 s'])
    const none = { ...sums, counted: 0, judged: 0, completed: 0 }
    expect(windowCells({ size: 3, ...none }, format)).toEqual(['4', '–', '1,100', '–', '–'])
  })
})
