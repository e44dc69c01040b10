import { expect, it } from 'vitest'
import { factItems } from './fact-items'
import { aStatement as said } from './testing'
import { timelineOf } from './timeline'

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
    { since: '2026-05-02', ends: '2027-02-01', text: 'user: works at = Alrijne (before: Philips)' },
    { from: '2027-02-01', text: 'user: works at = LUMC (before: Alrijne)\nI go to the LUMC in February.' },
  ])
})
