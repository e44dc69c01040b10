import { expect, it } from 'vitest'
import { formatIn } from './format'

it('writes percentages as English does, with the digits of the locale', () => {
  expect(['en', 'de', 'fr'].map((locale) => formatIn(locale).percent(0.82))).toEqual(['82%', '82%', '82%'])
})
