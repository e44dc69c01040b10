import { describe, expect, it } from 'vitest'
import { formatIn } from '../ui/format'
import { pointName } from './usage-words'

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
