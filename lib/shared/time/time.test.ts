import { describe, expect, it } from 'vitest'
import { withoutCounted } from './counted-dates'
import { periodBounds } from './period'

const rest = (value: string, said: string) =>
  withoutCounted(value, said, new Date('2026-10-14T07:50:00Z'), 'Europe/Brussels').trim()

it.each([
  ['about 26 November 2026', 'from tomorrow, control in six weeks', 'about'],
  ['2026-11-04', 'I go there in three weeks', ''],
  ['4 November', 'Wir ziehen in drei Wochen um', ''],
  ['4 november 2026', 'we verhuizen over drie weken', ''],
  ['4 novembre 2026', 'nous partons dans trois semaines', ''],
  ['Friday 16 October 2026', 'We see it next Friday', ''],
  ['mid January 2027', 'We move mid January', 'mid'],
  ['12 June 2027', 'We marry on 12 June', ''],
])('%s follows from “%s”', (value, said, left) => {
  expect(rest(value, said)).toBe(left)
})

it.each([
  ['20 December 2026', 'I want to finish it soon'],
  ['20 December 2026', 'I am ready in three weeks'],
  ['19 June 2027', 'We marry on 12 June'],
  ['5 January 2027', 'We move in January'],
  ['6,400 euros', 'in three weeks'],
])('%s does not follow from “%s”', (value, said) => {
  expect(rest(value, said)).toBe(value)
})

const NOW = new Date('2026-04-01T02:30:00.000Z')
const bounds = (period: Parameters<typeof periodBounds>[0]) => {
  const { since, until } = periodBounds(period, NOW)
  return [since.toISOString(), until.toISOString()]
}

describe('a period', () => {
  it('is whole days of the reader’s zone, today included', () => {
    expect(bounds({ name: '7d', zone: 'UTC' })).toEqual([
      '2026-03-26T00:00:00.000Z',
      '2026-04-02T00:00:00.000Z',
    ])
    // Still 31 March in New York, where summer time began on 8 March.
    expect(bounds({ name: 'month', zone: 'America/New_York' })).toEqual([
      '2026-03-01T05:00:00.000Z',
      '2026-04-01T04:00:00.000Z',
    ])
    expect(bounds({ name: '30d', zone: 'Asia/Tokyo' })).toEqual([
      '2026-03-02T15:00:00.000Z',
      '2026-04-01T15:00:00.000Z',
    ])
  })

  it('of last month includes its last day, also when the clocks change', () => {
    expect(bounds({ name: 'last-month', zone: 'Europe/Berlin' })).toEqual([
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ])
  })
})
