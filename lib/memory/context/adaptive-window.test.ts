import { describe, expect, it } from 'vitest'
import { type WindowChoice, windowFor } from './window'

const USUAL: WindowChoice = { size: 5, by: 'default', adaptive: true, minSize: 3, maxSize: 10 }
const sizeOf = (message: string, over: Partial<WindowChoice> = {}) =>
  windowFor(message, { ...USUAL, ...over }).size

describe('windowFor', () => {
  it('gives a demanding request 7, a message under 5 words 3, else the usual size; the keyword wins', () => {
    for (const message of [
      'Please refactor the login of our shop',
      'Implement the export as we said yesterday evening',
      'Can you design a logo for the bakery?',
      'Compare the two offers from last week',
      'Help me plan the trip to Norway in May',
      'Analyse what went wrong in the third round',
      'Analyze what went wrong in the third round',
      'We are debugging the same thing once more',
      'Review this letter before I send it off',
      'What is left to do for the migration of mail?',
      'refactor auth',
      'Plan it',
    ])
      expect([message, sizeOf(message)]).toEqual([message, 7])
    for (const message of ['And then?', 'Yes, do that', 'one two three four', '  ', '👍', '猫が好き。'])
      expect([message, sizeOf(message)]).toEqual([message, 3])
    for (const message of [
      'one two three four five',
      'The plane to the planet was an explanation',
      'What was the name of the dog again?',
      '昨日の夜に猫が窓から外へ逃げてしまいました。',
    ])
      expect([message, sizeOf(message)]).toEqual([message, 5])
  })

  it('stays within the bounds, of which the smallest window holds if they cross', () => {
    expect(sizeOf('refactor auth', { maxSize: 6 })).toBe(6)
    expect(sizeOf('And then?', { minSize: 4 })).toBe(4)
    expect(sizeOf('What was the name of the dog again?', { size: 50, by: 'user' })).toBe(10)
    expect(sizeOf('What was the name of the dog again?', { size: 0, by: 'user' })).toBe(3)
    expect(sizeOf('refactor auth', { minSize: 9, maxSize: 4 })).toBe(9)
  })

  it('never overrides a full window, nor what a person chose for the message or the conversation', () => {
    for (const message of ['refactor auth', 'And then?', 'What was the name of the dog again?']) {
      expect(sizeOf(message, { size: 'full', by: 'user' })).toBe('full')
      expect(sizeOf(message, { size: 1, by: 'message' })).toBe(1)
      expect(sizeOf(message, { size: 20, by: 'conversation' })).toBe(20)
      expect(sizeOf(message, { size: 4, by: 'user', adaptive: false })).toBe(4)
    }
  })

  it('says why in words', () => {
    const reasonOf = (message: string, over: Partial<WindowChoice> = {}) =>
      windowFor(message, { ...USUAL, ...over }).reason
    expect(reasonOf('Analyzing the logs of the shop today')).toBe('the message asks for work (“analyse”)')
    expect(reasonOf('And then?')).toBe('a short message, under 5 words')
    expect(reasonOf('What was the name of the dog?')).toBe('the usual size')
    expect(reasonOf('What was the name of the dog?', { size: 2, by: 'user' })).toBe(
      'chosen in Settings, at least 3',
    )
    expect(reasonOf('refactor auth', { maxSize: 6 })).toBe(
      'the message asks for work (“refactor”), at most 6',
    )
    expect(reasonOf('refactor auth', { size: 2, by: 'message' })).toBe('chosen for this message')
    expect(reasonOf('refactor auth', { size: 'full', by: 'conversation' })).toBe(
      'all earlier messages, chosen for this conversation',
    )
  })
})
