import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctNames, SEED } from '../text/testing-words'
import { wordsOf } from '../text/words'
import { isTakenFrom, titleOf } from './title'

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

describe('a title of numbers or markup', () => {
  it.each([
    ['What is 17 * 23?', 'What is 17 * 23'],
    ['17*23', '17*23'],
    ['**Plan** the trip to Kyoto', 'Plan the trip to Kyoto'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<p>My sister lives in Cork.</p>', 'My sister lives in Cork'],
    ['Compare <div> and <span>', 'Compare <div> and <span>'],
    ['Is 5 > 3?', 'Is 5 > 3'],
    ['Her name is now Mochi', 'The name Mochi'],
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
