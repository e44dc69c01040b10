import { describe, expect, it } from 'vitest'
import { typedParts } from './typed-text'

const blocks = (message: string) =>
  typedParts(message).flatMap(({ kind, text }) => (kind === 'block' ? [text] : []))

describe('a typed message', () => {
  it('shows closed code blocks and tables as blocks, and everything else as it was typed', () => {
    const code = '```js\nconst a = 1\n```'
    const table = '| a | b |\n|---|---|\n| 1 | 2 |'
    const message = `Look:\n${code}\n* not a list\n\n${table}\nDone.`
    expect(blocks(message)).toEqual([code, table])
    expect(
      typedParts(message)
        .map(({ text }) => text)
        .join('\n'),
    ).toBe(message)
  })

  it('is text where a block is not closed, has no rule, or is only quoted', () => {
    for (const text of ['```js\nconst a', '| a | b |', 'a | b\n---|---', '`code`', '~~~\n```', ''])
      expect(blocks(text), text).toEqual([])
  })

  it('closes a block only with as long a fence of the same kind', () => {
    const code = '````md\n```\nx\n```\n````'
    expect(blocks(code)).toEqual([code])
  })
})
