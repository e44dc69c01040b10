import { expect, it } from 'vitest'
import { isOurs } from './templates'

it('recognises its own sentence about a file, not everyday words like it', () => {
  expect(isOurs('`notes/a.md` contains:')).toBe(true)
  expect(isOurs('The blue box contains:')).toBe(false)
})
