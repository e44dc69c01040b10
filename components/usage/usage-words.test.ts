import { describe, expect, it } from 'vitest'
import type { Depth } from '@/lib/shared/turn/depth'
import { noCalls } from '@/lib/shared/usage/usage-maths'
import { formatIn } from '../ui/words/format'
import { axisName, pointName, reflectiveWords, stepLimitWords, windowCells, windowName } from './usage-words'

const format = formatIn('en')

describe('the name of a point', () => {
  it('is a turn, or a range', () => {
    const point = {
      from: 42,
      to: 61,
      numbers: { from: 41, to: 60 },
      again: false,
    } as const
    const single = { ...point, to: 42, numbers: { from: 41, to: 41 } }
    expect(pointName(point, false, format)).toBe('Messages 41–60')
    expect(pointName(single, false, format)).toBe('Message 41')
    expect(pointName({ ...single, again: true }, false, format)).toBe('Message 41, another attempt')
  })
})

describe('over several conversations', () => {
  const point = {
    from: 42,
    to: 61,
    numbers: { from: 1, to: 9 },
    again: false,
  } as const

  it('a place is never called a turn number', () => {
    expect(pointName(point, true, format)).toBe('42nd to 61st message')
    const named = [1, 2, 3, 11, 50, 112, 1_023].map((at) =>
      pointName({ ...point, from: at, to: at, again: true }, true, format),
    )
    expect(named.join()).toBe(
      '1st message,2nd message,3rd message,11th message,50th message,112th message,1,023rd message',
    )
  })

  it('an axis counts places; of one conversation it has the turn numbers', () => {
    const axis = (all: boolean) => [true, false].map((isFirst) => axisName(point, isFirst, all, format))
    expect(axis(true)).toEqual(['42nd message', '61st'])
    expect(axis(false)).toEqual(['Message 1', '9'])
    expect(axisName({ ...point, again: true }, false, false, format)).toBe('9 again')
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
      '1 of 20 messages thought in rounds (5%) and used 5% of the tokens.',
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
    expect(windowName(5, format)).toBe('5 messages')
    expect(windowName('full', format)).toBe('All earlier messages')
    expect(windowCells({ size: 5, ...sums }, format)).toEqual(['4', '3,000', '1,100', '75% of 4', '2.5 s'])
    const none = { ...sums, counted: 0, judged: 0, timed: 0 }
    expect(windowCells({ size: 3, ...none }, format)).toEqual(['4', '–', '1,100', '–', '–'])
  })
})
