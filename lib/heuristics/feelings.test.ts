import { describe, expect, it } from 'vitest'
import { asksForFeelings, feelingsIn, toneOf } from './feelings'

describe('the feelings that a text states', () => {
  it.each([
    ["I'm so stressed about work.", ['stressed']],
    ['I feel stressed, anxious and hopeful.', ['stressed', 'anxious', 'hopeful']],
    ['Piano practice made me tired and stressed.', ['tired', 'stressed']],
    ["I've been feeling overwhelmed lately.", ['overwhelmed']],
    ['The user felt motivated and is anxious.', ['motivated', 'anxious']],
    ['Ich fühle mich sehr müde.', ['müde']],
    ['Me siento muy cansada.', ['cansada']],
    ['Je me sens triste.', ['triste']],
    ['Чувствую себя уставшим.', ['уставшим']],
    ['我觉得很累', ['累']],
  ])('%s', (text, feelings) => {
    expect(feelingsIn(text)).toEqual(feelings)
  })

  it.each([
    "I'm not happy.",
    "I don't feel stressed.",
    'I am no longer stressed.',
    'I feel like pizza.',
    'I feel that the project is late.',
    "I'm a nurse.",
    "I'm vegan and married.",
    'How often did I say I was stressed?',
    'The user asked: Was I stressed?',
    'The answer: there is nothing.',
  ])('finds none in: %s', (text) => {
    expect(feelingsIn(text)).toEqual([])
  })

  it('knows how warm English ones are', () => {
    expect([toneOf(['happy', 'excited']), toneOf(['stressed']), toneOf(['müde'])]).toEqual([1, -1, 0])
  })
})

it('a query for feelings names nothing else', () => {
  const queries = ['emotions feelings mood', 'Stimmung', '心情', 'piano mood', '']
  expect(queries.map(asksForFeelings)).toEqual([true, true, true, false, false])
})
