import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { sumUsage, unused } from './call/usage'
import { costMicros, DEFAULT_PRICES } from './prices'
import { DEFAULT_MODEL } from './provider/defaults'
import { countTokens } from './tokens'

const usage = { inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 100_000 }

describe('what a call costs', () => {
  it('is input, cached input and output at their own prices, in millionths', () => {
    expect(costMicros('m', usage, { m: { input: 1_000_000, cachedInput: 100_000, output: 5_000_000 } })).toBe(
      600_000 + 40_000 + 500_000,
    )
    expect(
      costMicros(DEFAULT_MODEL, { inputTokens: 1_000, cachedTokens: 0, outputTokens: 100 }, DEFAULT_PRICES),
    ).toBe(1_200)
  })

  it('is unknown for a model without a price, never a guess', () => {
    expect(costMicros('gpt-5.4-mini-something', usage, DEFAULT_PRICES)).toBeNull()
    expect(costMicros('constructor', usage, DEFAULT_PRICES)).toBeNull()
  })

  it('is nothing for the offline model', () =>
    expect(costMicros(OFFLINE_MODEL, usage, DEFAULT_PRICES)).toBe(0))

  it.each([
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['openrouter/anthropic/claude-3.7-sonnet:thinking', 'claude-3-7-sonnet'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['google/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['openai/gpt-5.4-mini-2026-03-17', 'gpt-5.4-mini'],
    ['x-ai/grok-4.3', 'grok-4.3'],
    ['MiniMax-M2.7', 'minimax-m2.7'],
    ['z-ai/glm-5.3', 'glm-5.3'],
  ])('is that of the listed model, however a service names it: %s', (name, listed) => {
    const cost = costMicros(name, usage, DEFAULT_PRICES)
    expect(cost).not.toBeNull()
    expect(cost).toBe(costMicros(listed, usage, DEFAULT_PRICES))
  })

  it.each([
    'deepseek-r1:7b',
    'qwen3:8b',
    'openai/gpt-oss-20b',
    'MiniMaxAI/MiniMax-M2',
    'anthropic/claude-sonnet-4.5:online',
    'claude-sonnet-4-5-mine',
    'glm-5.3:free',
  ])('is unknown for %s, which runs elsewhere or costs more', (name) =>
    expect(costMicros(name, usage, DEFAULT_PRICES)).toBeNull(),
  )

  it('is nothing for the free models of OpenRouter', () =>
    expect(costMicros('deepseek/deepseek-r1-0528:free', usage, DEFAULT_PRICES)).toBe(0))

  it("is a person's own price where there is one, under either name", () => {
    const own = { input: 1_000_000, cachedInput: 1_000_000, output: 0 }
    const name = 'anthropic/claude-sonnet-4.5'
    expect(costMicros(name, usage, { ...DEFAULT_PRICES, [name]: own })).toBe(1_000_000)
    expect(costMicros(name, usage, { ...DEFAULT_PRICES, 'claude-sonnet-4-5': own })).toBe(1_000_000)
  })

  it('knows the default model, and no price that cannot be', () => {
    expect(DEFAULT_PRICES[DEFAULT_MODEL]).toBeDefined()
    for (const [model, { input, cachedInput, output }] of Object.entries(DEFAULT_PRICES))
      expect(cachedInput <= input && (input <= output || model.startsWith('text-embedding'))).toBe(true)
  })
})

describe('the sum of tries', () => {
  const one = {
    inputTokens: 10,
    cachedTokens: 1,
    outputTokens: 5,
    reasoningTokens: 2,
    estimated: false,
    costMicros: 7,
  }
  it('adds what was reported and leaves out estimates beside it', () => {
    expect(sumUsage([one, null, { ...one, estimated: true }, one])).toEqual({
      inputTokens: 20,
      cachedTokens: 2,
      outputTokens: 10,
      reasoningTokens: 4,
      estimated: false,
      costMicros: 14,
    })
  })
  it('is an estimate where nothing was reported, and unknown in cost as soon as one part is', () => {
    expect(sumUsage([{ ...one, estimated: true }])).toMatchObject({ inputTokens: 10, estimated: true })
    expect(sumUsage([one, { ...one, costMicros: null }])).toMatchObject({ costMicros: null })
    expect(sumUsage([null])).toBeNull()
  })
  it('counts a call that no model worked on as unreported, and free only where its price is known', () => {
    const table = { m: { input: 1, cachedInput: 1, output: 1 } }
    expect(unused('m', table)).toMatchObject({ inputTokens: 0, estimated: true, costMicros: 0 })
    expect(unused('another', table).costMicros).toBeNull()
  })
})

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
