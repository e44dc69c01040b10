import { expect, it } from 'vitest'
import { truncated } from './truncated'

it('keeps short texts and says when one was cut', () => {
  expect(truncated('short', 10)).toBe('short')
  expect(truncated('y'.repeat(11), 10)).toBe(`${'y'.repeat(10)}... (truncated)`)
})
