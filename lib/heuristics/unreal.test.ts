import { expect, it } from 'vitest'
import { asksForWishes, isUnreal } from './statement'

it.each([
  'I wish I lived in Paris.',
  "I'd love to live in Rome one day.",
  'If I lived in Rome, I would eat pasta every day.',
  'Honestly, I want to live in Oslo.',
])('%j says what is not so', (sentence) => {
  expect(isUnreal(sentence)).toBe(true)
})

it.each([
  'I live in Leeds.',
  'I wish I lived in Rome, but I live in Leeds.',
  'If it rains, the party is in the hall.',
  'I love Rome.',
  'I would go to Zeta bakery for bread.',
])('%j may say what is so', (sentence) => {
  expect(isUnreal(sentence)).toBe(false)
})

it('is told from the question whether wishes answer it', () => {
  expect(['Where do I want to live?', 'Where do I live?'].map(asksForWishes)).toEqual([true, false])
})
