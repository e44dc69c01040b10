import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens } from './tokens'

describe('counting tokens', () => {
  it('counts ordinary text as the encoding does', () => {
    const text = 'The quick brown fox, 42 times: "Zwölf Boxkämpfer" jagen\n\n  Виктор 中文 😀.'
    expect(countTokens(text)).toBe(encode(text).length)
    expect(countTokens('')).toBe(0)
  })

  it('counts lines one by one as the encoding counts them together', () => {
    const parts = [
      'word',
      'Wörter',
      '中文',
      '42',
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\n\n',
      '.',
      '//',
      '/',
      '…',
      '😀',
      "'s",
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), (chosen) => {
        const text = chosen.join('')
        expect(countTokens(text)).toBe(encode(text).length)
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })

  it('counts control tokens as text and never throws', () => {
    expect(countTokens('a <|endoftext|> b <|im_start|>')).toBeGreaterThan(8)
    expect(countTokens('\ud800 \udfff \0')).toBeGreaterThan(0)
  })

  it.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['newlines', '\n'.repeat(1_000_000)],
    ['dashes', '-'.repeat(1_000_000)],
    ['letters of one case after another', 'aA'.repeat(500_000)],
    ['Chinese', '中'.repeat(300_000)],
    ['emoji', '😀'.repeat(200_000)],
  ])('comes to an end on a megabyte of %s', (_name, text) => {
    const tokens = countTokens(text)
    expect(tokens).toBeGreaterThan(text.length / 300)
    expect(countTokens(text)).toBe(tokens)
  })

  it('cutting long runs adds at most one token for every 256 characters', () => {
    const text = `${'x'.repeat(2_000)} ${'wort'.repeat(800)} ${'='.repeat(1_500)}`
    const exact = encode(text).length
    expect(countTokens(text)).toBeGreaterThanOrEqual(exact)
    expect(countTokens(text) - exact).toBeLessThanOrEqual(text.length / 256)
  })
})
