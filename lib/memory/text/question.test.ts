import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { questionOf } from './question'
import { readTerms } from './terms'
import { ASKS, NAME, PREFERS, QUESTION, SELF, TEMPORAL, traitsOf } from './traits'

describe('what a question asks for', () => {
  it.each([
    ['Have I ever baked rye bread?', 'user'],
    ['Which flour did you recommend?', 'assistant'],
    ['Which flour is best?', null],
  ])('%s is about %s', (text, about) => expect(questionOf(text).about).toBe(about))
  it('a time, a name, dates', () => {
    expect(questionOf('When did the kiln break?').when).toBe(true)
    expect(questionOf('Did the kiln break?').when).toBe(false)
    expect(questionOf('Who owns the kiln?').name).toBe(true)
    expect(questionOf('the kiln in June 2031').dates).toEqual([{ year: 2031, month: 5, day: null }])
  })
  it.each([
    'Can you suggest a kiln?',
    'What should I bake on Sunday?',
    'Help me plan the week',
    'Was soll ich kochen?',
    'Kannst du mir einen Ofen empfehlen?',
    'Que me conseilles-tu ?',
    '¿Qué horno me recomiendas?',
  ])('asks for advice: %s', (text) => expect(questionOf(text).advice).toBe(true))
  it.each([
    'When did the kiln break?',
    'Which kiln do I own?',
    'What did the adviser say?',
    'What tipsy joke did he tell?',
    'Can you help me remember where I parked?',
  ])('asks for none: %s', (text) => expect(questionOf(text).advice).toBe(false))
  it('knows the words that questions are made of', () =>
    expect(questionOf('How many kilns').words.map(({ word, asking }) => [word, asking])).toEqual([
      ['many', true],
      ['kilns', false],
    ]))
})

describe('traits of a message', () => {
  const has = (text: string, trait: number) => (traitsOf(text, readTerms(text)) & trait) > 0
  it('asks and nothing else, or ends with a question', () => {
    expect(has('What then?', QUESTION)).toBe(true)
    expect(has('Wow! What then?', QUESTION)).toBe(true)
    expect(has('The kiln broke. What then?', QUESTION)).toBe(false)
    expect(has('The kiln broke. What then?', ASKS)).toBe(true)
    expect(has('The kiln broke.', ASKS)).toBe(false)
  })
  it.each([
    'It broke yesterday.',
    'We met last Friday.',
    'In May it rained.',
    'back in 2031',
    'two weeks later',
    'on the 3rd',
  ])('speaks of a time: %s', (text) => expect(has(text, TEMPORAL)).toBe(true))
  it.each(['It may break.', 'A week', 'Nothing at all'])('speaks of no time: %s', (text) =>
    expect(has(text, TEMPORAL)).toBe(false),
  )
  it('holds a name, speaks of oneself', () => {
    expect(has('we saw Heron there', NAME)).toBe(true)
    expect(has('The heron', NAME)).toBe(false)
    expect(has('my heron', SELF)).toBe(true)
    expect(has('your heron', SELF)).toBe(false)
  })
  it.each([
    'I prefer rye bread.',
    'My favourite oven is small',
    'We avoid nuts',
    "I'm allergic to nuts",
    'Ich esse lieber Roggenbrot',
  ])('tells what the speaker likes or avoids: %s', (text) => expect(has(text, PREFERS)).toBe(true))
  it.each([
    'Ada prefers rye bread.',
    'Paul évite le jeûne.',
    'Mon 3 May, a favourite day of Paul',
    'I bake rye bread.',
    'I slept the day before',
  ])('tells no such thing: %s', (text) => expect(has(text, PREFERS)).toBe(false))
  it('are the same told by the words as they are read, and looked for in the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'I',
        "I'm",
        'my',
        'My',
        'we',
        "we've",
        'our',
        'prefer ',
        'Favourites',
        'ich',
        'mon',
        'my_',
        '_we',
        'Heron',
        'heron',
        'A4',
        'McCoy',
        '"Heron',
        '"A',
        ', Heron',
        '; We',
        ': I',
        'x Heron',
        'X Heron',
        'i-95',
        '2nd ',
        ' 1999',
        '3',
        'for 12 days',
        'May ',
        'last ',
        'days',
        'adjust',
        "don't",
        '.',
        '?',
      ),
      fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', ' ', '. '), (pieces, between) => {
        const text = pieces.join(between)
        // A number with an apostrophe, such as 3A'we, is one word where words are read, and two in a text.
        fc.pre(!/\d\w*'/.test(text))
        const told = readTerms(text)
        if (!/[_\d]/.test(text)) expect(told.plain).toBe(true)
        expect([text, traitsOf(text, told)]).toEqual([
          text,
          traitsOf(text, { ...told, plain: false, timely: true }),
        ])
      }),
      { numRuns: 3_000 },
    )
  })
})
