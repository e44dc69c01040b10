import { expect, test } from 'vitest'
import { proseOf, refersBack } from './prose'

test('code is no prose, closed or not', () => {
  expect(proseOf('I use this:\n```ts\nconst it = 1\n```\nMy cat is Miso.')).toBe(
    'I use this:\nMy cat is Miso.',
  )
  expect(proseOf('I use this:\n~~~\n```\nx\n~~~\nDone')).toBe('I use this:\nDone')
  expect(proseOf('My cat is Miso.\n```\nnever closed')).toBe('My cat is Miso.')
  expect(proseOf('Plain `code` in a line')).toBe('Plain `code` in a line')
})

test('a hostile text of fences takes linear time', () => {
  const lines = '```\n`` `\n'.repeat(20_000)
  expect(proseOf(lines).length).toBeLessThan(lines.length)
})

test('a pronoun refers back; a script without its own list may', () => {
  expect(refersBack('Her name is now Mochi.')).toBe(true)
  expect(refersBack('Ihr Name ist Mochi.')).toBe(true)
  expect(refersBack('她现在叫麻糬')).toBe(true)
  expect(refersBack('My cat is called Miso.')).toBe(false)
})
