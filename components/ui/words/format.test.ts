import { expect, it } from 'vitest'
import { formatIn } from './format'

it('writes percentages as English does, with the digits of the locale', () => {
  expect(['en', 'de', 'fr'].map((locale) => formatIn(locale).percent(0.82))).toEqual(['82%', '82%', '82%'])
})

it('says how long ago something was, and after two weeks its date', () => {
  const now = new Date(2026, 10, 27, 12)
  const ago = (days: number) => formatIn('en').relative(new Date(2026, 10, 27 - days, 12), now)
  expect([1, 13, 14, 45, 400].map(ago)).toEqual([
    'yesterday',
    '13 days ago',
    'Nov 13',
    'Oct 13',
    'Oct 23, 2025',
  ])
  const morning = new Date(2026, 10, 27, 7)
  const evening = (days: number) => formatIn('en').relative(new Date(2026, 10, 27 - days, 23), morning)
  expect([1, 2].map(evening)).toEqual(['8 hours ago', '2 days ago'])
})
