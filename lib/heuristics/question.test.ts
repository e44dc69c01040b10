import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askingPart,
  asksFor,
  hasMemoryCue,
  isQuestion,
  isQuestionText,
  kindOf,
  statingSentences,
  turnsNamed,
} from './question'
import { madeUp, madeUpName, SEED } from './text/testing-words'

const each = (text: (name: string) => string, check: (text: string) => void) =>
  fc.assert(
    fc.property(madeUpName, (name) => void check(text(name))),
    { seed: SEED, numRuns: 25 },
  )

describe('what a message is', () => {
  it.each([
    ['What should I ask, and how much does it cost?', true],
    ['And who else has a diet?', true],
    ['On which days does somebody come, and who is it?', true],
    ['Wat moet ik allemaal regelen?', true],
    ['I moved to Graz. What should I register?', false],
    ['I moved to Graz, what should I register?', false],
    ['My sister is allergic to nuts, is this cake ok?', false],
    ['Tomasz cooks for my birthday on Saturday: salmon with couscous salad. ok for me?', false],
    ['Since I moved to Graz in May, do I have to register?', false],
    ['Ich bin nach Graz gezogen, was muss ich anmelden?', false],
  ])('“%s” only asks: %s', (message, asks) => {
    expect(isQuestionText(message)).toBe(asks)
  })

  it('is a question by its mark or its first words, in four languages and any script', () => {
    for (const form of [
      (name: string) => `Where is ${name}?`,
      (name: string) => `who is ${name}`,
      (name: string) => `did I tell you about ${name}`,
      (name: string) => `when does ${name} leave`,
      (name: string) => `Wie heißt ${name}`,
      (name: string) => `où habite ${name}`,
      (name: string) => `¿Dónde vive ${name}?`,
      (name: string) => `${name}是谁？`,
      (name: string) => `I met ${name}. What did I tell you about the party?`,
    ])
      each(form, (text) => expect(kindOf(text)).toBe('question'))
  })

  it('is a statement when it tells, asks for something to be kept, or begins with a question word but does not ask', () => {
    for (const form of [
      (name: string) => `My boat is called ${name}.`,
      (name: string) => `Remember that ${name} likes tea.`,
      (name: string) => `When I was young, I lived in ${name}.`,
      (name: string) => `What a day with ${name}!`,
    ])
      each(form, (text) => expect(kindOf(text)).toBe('statement'))
  })

  it('is a request when it wants something done', () => {
    each(
      (name) => `Please tell me about ${name}`,
      (text) => expect(kindOf(text)).toBe('request'),
    )
  })

  it('is a social phrase only when nothing else is said', () => {
    expect(['Hello!', 'good morning', 'thanks a lot', 'See you later', 'ok', '👍', ' '].map(kindOf)).toEqual([
      'greeting',
      'greeting',
      'thanks',
      'farewell',
      'acknowledgement',
      'acknowledgement',
      'empty',
    ])
    each(
      (name) => `Hello, my name is ${name}`,
      (text) => expect(kindOf(text)).toBe('statement'),
    )
    each(
      (name) => `Thanks, and where is ${name}?`,
      (text) => expect(kindOf(text)).toBe('question'),
    )
  })

  it('negative control: looking only for a question mark misses questions', () => {
    const byMark = (text: string) => text.endsWith('?')
    expect(
      ['who is it', 'where does Ana live'].filter((text) => isQuestion(text) && !byMark(text)),
    ).toHaveLength(2)
  })
})

describe('parts of a message', () => {
  it('are parted into what asks and what tells', () => {
    fc.assert(
      fc.property(madeUp, madeUp, (a, b) => {
        expect(askingPart(`My ${a} is old. Where is my ${b}?`)).toBe(`Where is my ${b}?`)
        expect(statingSentences(`My ${a} is old. Where is my ${b}?`)).toEqual([`My ${a} is old.`])
      }),
      { seed: SEED, numRuns: 25 },
    )
  })

  it('name turns', () => {
    expect(turnsNamed('What did I say in turn 12?')).toEqual([12])
    expect(turnsNamed('What did I say in message 12?')).toEqual([12])
    expect(turnsNamed('compare messages 3 and 5')).toEqual([3, 5])
    expect(turnsNamed('Did you read my message 10 minutes ago?')).toEqual([])
    expect(turnsNamed('compare turns 3, 5 and 9')).toEqual([3, 5, 9])
    expect(turnsNamed('show turns 2-4')).toEqual([2, 3, 4])
    expect(turnsNamed('What was the first thing I told you?')).toEqual([1])
    expect(turnsNamed('I have 12 cats')).toEqual([])
    expect(turnsNamed('turns 1-999999')).toHaveLength(20)
    expect(
      ['Tell me about my boat', 'Please show me the plan.', 'I told you about it.', 'My boss tells me'].map(
        asksFor,
      ),
    ).toEqual([true, true, false, false])
    expect(hasMemoryCue('Do you remember my boat?')).toBe(true)
    expect(hasMemoryCue('Where is my boat?')).toBe(false)
  })
})
