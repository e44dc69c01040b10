import { describe, expect, it } from 'vitest'
import { bendOf, bendPast } from './bends'

const [left, right] = [
  { x: 0, y: 0 },
  { x: 400, y: 0 },
]
const island = (x: number, y: number, side: number) => ({ x, y, width: side, height: side })

describe('the bend of a link', () => {
  it('is the usual one where nothing is in the way', () => {
    expect(bendPast([], left, right)).toBe(bendOf(left, right))
    expect(bendPast([island(200, 300, 80)], left, right)).toBe(bendOf(left, right))
  })

  it('swerves past an island between its ends, to the other side if that is shorter', () => {
    const usual = bendOf(left, right)
    expect(bendPast([island(200, -40, 70)], left, right)).not.toBe(usual)
    expect(Math.sign(bendPast([island(200, -60, 120)], left, right))).toBe(-Math.sign(usual))
  })

  it('runs behind the fewest islands where all ways are barred', () => {
    const wall = [-160, -80, 0, 80, 160].map((y) => island(200, y, 90))
    const bend = bendPast([...wall, island(200, -40, 90), island(200, -120, 90)], left, right)
    expect(bend).toBeGreaterThan(0)
  })

  it('differs for the way back', () => {
    const between = [island(200, 0, 60)]
    // Seen from the other end, the same side has the other sign.
    expect(bendPast(between, left, right)).not.toBe(-bendPast(between, right, left))
  })
})
