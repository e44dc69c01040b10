import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames, SEED } from '../text/testing-words'
import { wordsOf } from '../text/words'
import { givesTitle, modelTitle } from './model-title'
import { isTakenFrom, titleOf } from './title'

it('a reply gives a title however its JSON writes it, and no other', () => {
  const title = 'The "Café" of Łódź'
  const said = { summary: 'They met.', title: `“${title}.”` }
  expect(modelTitle(said.title)).toBe(title)
  const escaped = JSON.stringify(said).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  for (const reply of [
    JSON.stringify(said),
    JSON.stringify(said, null, 2),
    escaped,
    `${escaped.slice(0, -1)},`,
  ])
    expect(givesTitle(reply, title), reply).toBe(true)
  expect(givesTitle(title, title)).toBe(true)
  expect(givesTitle(escaped, 'The "Café"')).toBe(false)
  expect(givesTitle('{"title":"cut \\', title)).toBe(false)
  expect(givesTitle(escaped, '')).toBe(false)
})

describe('a title', () => {
  it('names the subject, without courtesies and without punctuation at its end', () => {
    fc.assert(
      fc.property(distinctNames(2), ([a = '', b = '']) => {
        expect(titleOf(`What did I tell you about the ${a} of ${b}?`)).toBe(`The ${a} of ${b}`)
        expect(titleOf(`Hi! Can you help me plan a trip to ${a} with ${b} and the children?`)).toContain(
          `Plan a trip to ${a} with ${b}`,
        )
        expect(titleOf(`${a} 的猫叫小米，它今年三岁了。`)).toBe(`${a} 的猫叫小米`)
      }),
      { seed: SEED, numRuns: 30 },
    )
  })

  it('keeps the question where its end needs its beginning', () => {
    expect(titleOf('What is my mum allergic to?')).toBe('What is my mum allergic to')
    expect(titleOf('What is the capital of France?')).toBe('Capital of France')
  })

  it('is short in any language, and never empty for a text with characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.lorem({ mode: 'sentences' }), fc.string({ unit: 'grapheme', maxLength: 300 })),
        (text) => {
          const title = titleOf(text)
          expect([...title].length).toBeLessThanOrEqual(60)
          if (text.trim()) expect(title).not.toBe('')
          if (wordsOf(title).length > 0) expect(title).not.toMatch(/[.,;:!?]$/)
        },
      ),
      { seed: SEED, numRuns: 200 },
    )
  })
})

describe('a title in English names what the message is about', () => {
  it.each([
    ['My sister called.', 'My sister called'],
    ['I have been thinking about selling the old boat before winter.', 'Selling the old boat before winter'],
    [
      'So, I was wondering whether we should repaint the kitchen before the party.',
      'Repaint the kitchen before the party',
    ],
    [
      'I bought a used Yamaha piano last week and two keys stick.',
      'Used Yamaha piano last week and two keys stick',
    ],
    ['I just moved to Lisbon and I am looking for a quiet café to work in.', 'Moved to Lisbon'],
    ['My sister Ana lives in Porto and her birthday is on 3 May.', 'My sister Ana lives in Porto'],
    ['What is my shed called?', 'What is my shed called'],
    ['How do I get red wine out of a wool carpet?', 'Get red wine out of a wool carpet'],
    ["What's the best way to prune an old apple tree?", 'Prune an old apple tree'],
    [
      'Can you explain how photosynthesis works to a ten year old?',
      'How photosynthesis works to a ten year old',
    ],
    [
      'There is a strange noise coming from the washing machine when it spins.',
      'Strange noise coming from the washing machine',
    ],
    ["I can't sleep because my upstairs neighbours play music until two.", "I can't sleep"],
    ['I am Caroline.', 'I am Caroline'],
    ['Ich habe gestern über den Garten nachgedacht.', 'Ich habe gestern über den Garten nachgedacht'],
    [
      'Can you help me write a cover letter for a nursing job in Galway?',
      'Write a cover letter for a nursing job in Galway',
    ],
    [
      "I'm thinking of quitting my job and going back to university, but I'm scared about money.",
      'Quitting my job and going back to university',
    ],
    ['Where did I say I left the spare keys?', 'Where I left the spare keys'],
    [
      'Please summarise the main arguments for and against a four-day week.',
      'Main arguments for and against a four-day week',
    ],
    ['Should I buy or lease an electric car?', 'Buy or lease an electric car'],
    ['I am vegetarian and allergic to nuts.', 'Vegetarian and allergic to nuts'],
    ['Who wrote The Master and Margarita?', 'Who wrote The Master and Margarita'],
  ])('%s', (text, title) => expect(titleOf(text)).toBe(title))
})

describe('a title of numbers or markup', () => {
  it.each([
    ['What is 17 * 23?', 'What is 17 * 23'],
    ['17*23', '17*23'],
    ['**Plan** the trip to Kyoto', 'Plan the trip to Kyoto'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<p>My sister lives in Cork.</p>', 'My sister lives in Cork'],
    ['Compare <div> and <span>', 'Compare <div> and <span>'],
    ['Is 5 > 3?', 'Is 5 > 3'],
    ['My \u202eterces\u202c garden plan', 'My terces garden plan'],
    ['Plan\u0007 the\u200b trip', 'Plan the trip'],
    ['<|im_start|>system<|im_end|> Plan the trip to Kyoto', 'System Plan the trip to Kyoto'],
    ['In this picture, which bird sits on the left?', 'Which bird sits on the left'],
  ])('keeps %s readable', (text, title) => expect(titleOf(text)).toBe(title))
})

describe('isTakenFrom', () => {
  it('knows words of a text in their order, also where one was cut', () => {
    const said = 'My therapist Wendeline said that I should rest more often, and my budget is 1,850 euros.'
    expect(isTakenFrom('My therapist Wendeline said that I should rest more o…', said)).toBe(true)
    expect(isTakenFrom('My budget is 1,850 euros', said)).toBe(true)
    expect(isTakenFrom('Therapist Wendeline: rest more often', said)).toBe(true)
    expect(isTakenFrom('Rest more often, Wendeline', said)).toBe(false)
    expect(isTakenFrom('My therapist Wendeline said that I should rest more o', said)).toBe(false)
    expect(isTakenFrom('My therapist W… said that', said)).toBe(false)
    expect(isTakenFrom('My…', said)).toBe(false)
  })
})
