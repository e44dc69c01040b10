import { describe, expect, it } from 'vitest'
import { longTexts } from './testing-long-texts'
import { textParts } from './text-parts'

describe('the parts of a text', () => {
  it('are the text, none long, whatever is in it', () => {
    const wrong = longTexts([3_001, 12_000], [12_000]).flatMap(({ name, text }) => {
      const parts = textParts(text)
      const long = parts.some((part) => part.length > 2_400 || part.split('\n').length > 61)
      return long || parts.join('') !== text ? [name] : []
    })
    expect(wrong).toEqual([])
  })

  it('are cut at line ends, and no character is cut in two', () => {
    const lines = textParts('a line of text\n'.repeat(500))
    for (const part of lines) expect(part.endsWith('\n')).toBe(true)
    for (const part of textParts('a😀'.repeat(2_000))) expect(part.isWellFormed()).toBe(true)
  })
})
