import { expect, it } from 'vitest'
import { freeCorner } from './free-corner'

const canvas = { width: 800, height: 600 }
const corner = (...boxes: [number, number][]) =>
  freeCorner(
    boxes.map(([x, y]) => ({ x1: x - 50, y1: y - 50, x2: x + 50, y2: y + 50 })),
    canvas,
    { width: 168, height: 96 },
    50,
  )

it('is the right one, unless that covers an island and the left one does not', () => {
  expect(corner()).toBe('right')
  expect(corner([700, 400])).toBe('right')
  expect(corner([700, 500])).toBe('left')
  expect(corner([700, 500], [100, 500])).toBe('right')
})
