import { expect, it } from 'vitest'
import { withoutCounted } from './counted-dates'

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
