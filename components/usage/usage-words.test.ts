import { describe, expect, it } from 'vitest'
import type { Depth } from '@/lib/shared/depth'
import { noCalls } from '@/lib/shared/usage-maths'
import { formatIn } from '../ui/format'
import { pointName, reflectiveWords, stepLimitWords } from './usage-words'

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
