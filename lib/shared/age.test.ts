import { describe, expect, it } from 'vitest'
import { ageInWords } from './age'

describe('the age of something said', () => {
  it.each([
    [0, 'moments'],
    [59, 'moments'],
    [60, '1-minute'],
    [3_599, '59-minutes'],
    [7_200, '2-hours'],
    [86_400, '1-day'],
    [86_400 * 13, '1-week'],
    [86_400 * 45, '1-month'],
    [86_400 * 800, '2-years'],
    [-5, 'moments'],
  ])('%i seconds are %s', (seconds, words) => {
    const now = new Date('2026-11-22T10:14:05Z')
    expect(ageInWords(new Date(now.getTime() - seconds * 1_000), now, 'UTC')).toBe(words)
  })

  it.each([
    // 05:51 in Tokyo is the evening before in UTC.
    ['2026-11-28T20:51:00Z', 'Asia/Tokyo', '2026-11-28T13:00:00Z', '1-day'],
    ['2026-11-28T20:51:00Z', 'Asia/Tokyo', '2026-11-27T13:00:00Z', '2-days'],
    ['2026-11-28T20:51:00Z', 'Asia/Tokyo', '2026-11-28T16:00:00Z', '4-hours'],
    // 23:30 in Los Angeles is the next morning in UTC.
    ['2026-11-28T07:30:00Z', 'America/Los_Angeles', '2026-11-27T16:00:00Z', '15-hours'],
    // Clocks went back between the two: 25 hours, one day.
    ['2026-11-02T07:30:00Z', 'America/Los_Angeles', '2026-11-01T06:30:00Z', '1-day'],
    ['2026-03-09T06:30:00Z', 'America/Los_Angeles', '2026-03-08T07:30:00Z', '1-day'],
  ])('at %s in %s, %s is %s ago', (now, zone, at, words) => {
    expect(ageInWords(new Date(at), new Date(now), zone)).toBe(words)
  })
})
