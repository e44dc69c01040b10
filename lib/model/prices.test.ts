import { describe, expect, it } from 'vitest'
import { sumUsage, unused } from './call/usage'
import { costMicros, DEFAULT_PRICES, PRICES_AS_OF } from './prices'
import { DEFAULT_MODEL, OFFLINE_MODEL } from './provider/defaults'

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

  it('knows the default model, and since when', () => {
    expect(DEFAULT_PRICES[DEFAULT_MODEL]).toBeDefined()
    expect(Date.parse(PRICES_AS_OF)).not.toBeNaN()
    for (const [model, { input, cachedInput, output }] of Object.entries(DEFAULT_PRICES)) {
      if (model.startsWith('text-embedding')) expect([cachedInput, output]).toEqual([input, 0])
      else expect(cachedInput < input && input < output).toBe(true)
    }
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
