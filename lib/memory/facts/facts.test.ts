import { describe, expect, it } from 'vitest'
import { subjectOfSample } from '@/lib/shared/memory/facts'
import { factItems } from './fact-items'
import { joinedStatements } from './known-facts'
import { factsAlike } from './own-words'
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

const PAST = 'I earn 4,000 euros'
it.each([
  ['works at', 'Acme', 'I work at Acme and earn 4,000 euros.', 'I earn 4,500 euros now.', undefined],
  ['earns', '4,000 euros', 'I work at Acme and earn 4,000 euros.', 'I earn 4,500 euros now.', 't9'],
  ['earns', '4,000 euros', `${PAST}, and my dentist is Dr. Lee.`, 'My dentist is Dr. Wu now.', undefined],
  ['dentist', 'Dr. Lee', `${PAST}, and my dentist is Dr. Lee.`, 'My dentist is Dr. Wu now.', 't9'],
  [
    'pottery day',
    'Thursday',
    'Yoga is on Tuesday and pottery on Thursday.',
    'Pottery is now on Friday.',
    't9',
  ],
  [
    'yoga day',
    'Tuesday',
    'Yoga is on Tuesday and pottery on Thursday.',
    'Pottery is now on Friday.',
    undefined,
  ],
  ['trains on', 'Tuesday and Thursday', 'I train on Tuesday and Thursday.', 'I train on Friday now.', 't9'],
])('%s %s of “%s” after “%s” is marked as changed: %s', (predicate, object, quote, userText, later) => {
  const facts = timelineOf([said(1, 'user', predicate, object, { quote })], SCENE.now)
  const turn = { turnId: 't9', number: 9, at: '2026-05-20T00:00:00.000Z', userText, answer: '', tools: [] }
  const shown = { window: [turn], files: new Set<string>(), summaries: new Set<string>() }
  expect(factItems(facts, { ...SCENE, shown }).map(({ item }) => item.attributes.later)).toEqual([later])
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

const CALLED = said(1, 'sister', 'name', 'Ruth')
const quoting = (subject: string, quote: string) => ({ ...said(2, subject, 'lives in', 'York'), quote })
const subjects = (...of: ReturnType<typeof said>[]) => joinedStatements(of).map(({ subject }) => subject)

describe('who has two names in statements', () => {
  it('is one, by the name alone or after "my", whichever was said first', () => {
    expect(subjects(CALLED, quoting('Ruth', 'Ruth lives in York.'))).toEqual(['sister', 'sister'])
    const [other, sister] = joinedStatements([
      quoting('sister Ruth', 'My sister, Ruth, lives in York.'),
      CALLED,
    ])
    expect([other?.subject, other?.subjectId]).toEqual(['sister', sister?.subjectId])
  })

  it('is not a nun of that name, nor anybody when several have the name or one has several', () => {
    const nun = quoting('Sister Ruth', 'Sister Ruth lives in York.')
    expect(subjects(CALLED, nun)).toEqual(['sister', 'Sister Ruth'])
    const ruth = quoting('Ruth', 'Ruth lives in York.')
    expect(subjects(CALLED, said(1, 'boss', 'name', 'Ruth'), ruth)).toContain('Ruth')
    expect(subjects(said(1, 'kid', 'name', 'Ruth'), said(1, 'kid', 'name', 'Ben'), ruth)).toContain('Ruth')
    expect(subjects(said(1, 'user', 'name', 'Ruth'), ruth)).toContain('Ruth')
    expect(subjects({ ...CALLED, status: 'proposed' }, ruth)).toContain('Ruth')
  })

  it('is nobody of the sample', () => {
    const ruth = quoting('Ruth', 'Ruth lives in York.')
    expect(subjects({ ...CALLED, subjectId: subjectOfSample('1') }, ruth)).toContain('Ruth')
  })
})

it("a fact may have its words from facts of its subject, but the person's own from those of its value alone", () => {
  const known = [
    said(1, 'user', 'takes', 'warfarin'),
    said(2, 'user', 'budget', '150'),
    said(3, 'cat', 'age', '4'),
  ]
  const alike = (subject: string, object: string) =>
    factsAlike(known, { subject, predicate: 'x', object }).map(({ id }) => id)
  expect(alike('user', 'warfarin')).toEqual(['fact_1'])
  expect(alike('user', 'varfarina')).toEqual([])
  expect(alike('cat', 'Miso')).toEqual(['fact_3'])
})
