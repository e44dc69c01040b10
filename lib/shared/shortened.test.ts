import { expect, it } from 'vitest'
import { shortened } from './shortened'

it('cuts a text at a word, without the mark before it', () => {
  expect(shortened('two sewing', 10)).toBe('two sewing')
  expect(shortened('two sewing, two', 14)).toBe('two sewing…')
  expect(shortened('two sewing two', 10)).toBe('two sewing…')
  expect(shortened('two sewing two', 9)).toBe('two…')
  expect(shortened('縫'.repeat(9), 4)).toBe('縫縫縫縫…')
  expect(shortened(`${'a'.repeat(3)}😀b`, 4)).toBe('aaa…')
})
