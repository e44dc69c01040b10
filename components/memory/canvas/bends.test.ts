import { describe, expect, it } from 'vitest'
import { bendOf, bendPast, bentUp, gapMiddle, overlap } from './bends'

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

  it('is above the line in both directions, where names stand below', () => {
    // A control point is dx * bend / length below the line.
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const)
      expect((to.x - from.x) * bentUp(from, to, bendOf(from, to))).toBeLessThan(0)
  })

  it('differs for the way back', () => {
    const between = [island(200, 0, 60)]
    // Seen from the other end, the same side has the other sign.
    expect(bendPast(between, left, right)).not.toBe(-bendPast(between, right, left))
  })
})

describe('the middle of a gap', () => {
  it('is outside of both islands, however large one of them is', () => {
    for (const [big, small, gap] of [
      [400, 40, 24],
      [40, 400, 24],
      [300, 300, 2],
    ] as const) {
      const [from, to] = [island(0, 0, big), island(big / 2 + gap + small / 2, 0, small)]
      const at = gapMiddle(from, to) * to.x
      expect(at).toBeCloseTo(big / 2 + gap / 2)
      expect(overlap(from, to)).toBe(false)
      expect(overlap(from, { ...to, x: to.x - gap - 1 })).toBe(true)
    }
    // A name on an island is not an island.
    expect(overlap(island(0, 0, 80), left)).toBe(false)
    expect(gapMiddle(left, right)).toBe(0.5)
  })
})
