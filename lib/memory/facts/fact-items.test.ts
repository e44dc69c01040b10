import { expect, it } from 'vitest'
import { factItems } from './fact-items'
import { aStatement as said } from './testing'
import { sinceOf, timelineOf } from './timeline'

const SCENE = { conversationId: 'c', now: new Date('2026-06-01'), zone: 'UTC' }

it('a fact in a prompt says since when, from when and until when, and the value before', () => {
  const facts = timelineOf(
    [
      said(1, 'user', 'works at', 'Philips'),
      said(2, 'user', 'works at', 'not Philips'),
      said(3, 'user', 'works at', 'Alrijne', { from: new Date('2026-05-02') }),
      said(5, 'user', 'works at', 'LUMC', {
        from: new Date('2027-02-01'),
        quote: 'I go to the LUMC in February.',
      }),
    ],
    SCENE.now,
  )
  const shown = factItems(facts.slice(2), SCENE).map(({ item: { attributes, text } }) => {
    const { since, from, ends } = attributes
    return { since, from, ends, text }
  })
  expect(shown).toEqual([
    { since: '2026-05-02', ends: '2027-02', text: 'user: works at = Alrijne (before: Philips)' },
    { from: '2027-02', text: 'user: works at = LUMC (before: Alrijne)\nI go to the LUMC in February.' },
  ])
})

it.each([
  ['2019', '2019-01-01', 'I was diagnosed with asthma in 2019.'],
  ['2019-01', '2019-01-01', 'I moved here in January 2019.'],
  ['2021-03', '2021-03-01', 'I have lived here since March 2021.'],
  ['2021-03-01T00:00:00.000Z', '2021-03-01', 'I moved on 1 March 2021.'],
  ['2021-03-02T00:00:00.000Z', '2021-03-02', 'I moved on 2 March 2021.'],
  ['2019-01-01T00:00:00.000Z', '2019-01-01', null],
])('since %s, no more exactly than it was said', (since, from, quote) => {
  const one = said(1, 'user', 'lives in', 'Leiden', { from: new Date(from), quote })
  expect(sinceOf({ statements: [one] })).toBe(since)
})
