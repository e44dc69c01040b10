import { describe, expect, it } from 'vitest'
import { periodBounds } from './period'

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
