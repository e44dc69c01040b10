import { describe, expect, it } from 'vitest'
import { down, HEIGHT, labelPlaces, valueAxis } from './chart-maths'

describe('the axis of a chart', () => {
  it('ends with a round number and holds every value', () => {
    const axis = valueAxis([3, 8_731, 120])
    expect(axis.ticks).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000])
    expect(axis.up(0)).toBe(0)
    expect(axis.up(8_731)).toBeLessThanOrEqual(1)
    expect(axis.up(10_000)).toBe(1)
  })

  it('has room for the highest value asked for, so that two charts can be compared', () => {
    expect(valueAxis([5], 1_100)).toMatchObject({ ticks: valueAxis([1_100]).ticks })
    expect(valueAxis([5], 1_100).up(1_200)).toBe(1)
  })

  it.each([[[]], [[0]], [[0, 0]], [[1]]])('stands for values without extent: %j', (values) => {
    const axis = valueAxis(values)
    expect(axis.ticks.length).toBeGreaterThan(0)
    for (const value of values) expect(axis.up(value)).toBeGreaterThanOrEqual(0)
    expect(axis.ticks.map(axis.up).every(Number.isFinite)).toBe(true)
  })
})

describe('the labels below a chart', () => {
  it('are few, evenly apart, at round places after the first', () => {
    expect(labelPlaces(0, 6)).toEqual([])
    expect(labelPlaces(3, 6)).toEqual([0, 1, 2])
    expect(labelPlaces(9, 6)).toEqual([0, 3, 5, 8])
    expect(labelPlaces(41, 6)).toEqual([0, 9, 19, 29, 40])
    expect(labelPlaces(45, 6)).toEqual([0, 9, 19, 29, 44])
    expect(labelPlaces(100, 6)).toEqual([0, 19, 39, 59, 79, 99])
    expect(labelPlaces(250, 6)).toEqual([0, 49, 99, 149, 199, 249])
    for (let count = 1; count < 3_000; count++) expect(labelPlaces(count, 6).length).toBeLessThanOrEqual(7)
  })
})

it('a value is drawn as high as it is', () => {
  const axis = valueAxis([0, 1_000])
  expect([0, 250, 1_000].map((value) => down(axis, value))).toEqual([HEIGHT, 750, 0])
})
