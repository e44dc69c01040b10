import { expect, it } from 'vitest'
import { ageInWords } from './age'

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
  expect(ageInWords(new Date(now.getTime() - seconds * 1_000), now)).toBe(words)
})
