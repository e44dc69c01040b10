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
})
