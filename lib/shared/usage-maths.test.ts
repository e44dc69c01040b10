import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelUsage } from './usage'
import { noCalls, noPrompts, pointSize, savingOf } from './usage-maths'
import { parseAddress } from './usage-query'

const model = (over: Partial<ModelUsage>): ModelUsage => ({
  ...noCalls(),
  ...noPrompts(),
  model: 'm',
  price: null,
  upkeepCostMicros: 0,
  ...over,
})

describe('the saving', () => {
  it('is what full history would have been, less what was sent and what memory itself took', () => {
    const saving = savingOf([
      model({ actual: 300, upkeep: 50, withoutMemory: 1_000, withoutMessages: 600 }),
      model({ actual: 100, withoutMemory: 500, withoutMessages: 90 }),
    ])
    expect(saving).toMatchObject({
      tokens: 1_050,
      withoutMemory: 1_500,
      share: 0.7,
      messageTokens: 240,
      costMicros: null,
      cachedCostMicros: null,
    })
  })

  it('prices each model at its own rate and takes off what memory was charged', () => {
    const a = model({
      actual: 1_000_000,
      withoutMemory: 3_000_000,
      price: { input: 2_000_000, cachedInput: 200_000 },
      upkeepCostMicros: 500_000,
    })
    const b = model({
      actual: 0,
      withoutMemory: 1_000_000,
      price: { input: 10_000_000, cachedInput: 1_000_000 },
    })
    expect(savingOf([a, b])).toMatchObject({
      costMicros: 4_000_000 + 10_000_000 - 500_000,
      cachedCostMicros: 600_000 - 2_000_000 + 1_000_000 - 500_000,
    })
  })
})

describe('a point', () => {
  it('holds as few turns as keep the number of points within the limit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000_000 }), fc.integer({ min: 1, max: 800 }), (turns, max) => {
        const size = pointSize(turns, max)
        expect(Math.ceil(turns / size)).toBeLessThanOrEqual(max)
        expect(/^[125]0*$/.test(String(size))).toBe(true)
        if (size > 1) expect(turns).toBeGreaterThan(max)
      }),
    )
    expect([500, 501, 1_000, 1_001, 10_000, 10_001].map((turns) => pointSize(turns, 500))).toEqual([
      1, 2, 2, 5, 20, 50,
    ])
  })
})

describe('the address of the usage page', () => {
  it('names a conversation, two to compare, or a range', () => {
    expect(parseAddress({ conversation: 'c_1' })).toEqual({
      conversationId: 'c_1',
      compare: null,
      range: null,
      problem: null,
    })
    expect(parseAddress({ compare: 'a,b' }).compare).toEqual(['a', 'b'])
    expect(parseAddress({ from: '3', to: '9' }).range).toEqual({ from: 3, to: 9 })
    expect(parseAddress({})).toEqual({ conversationId: null, compare: null, range: null, problem: null })
  })

  it('passes over what is not valid and says so', () => {
    for (const params of [
      { conversation: '../x' },
      { compare: 'a' },
      { compare: 'a,b,c' },
      { from: '9', to: '3' },
      { from: 'x', to: 'y' },
      { from: '1.5', to: '2' },
      { conversation: 'a\0' },
    ]) {
      const address = parseAddress(params)
      expect([address.conversationId, address.compare, address.range]).toEqual([null, null, null])
      expect(address.problem).toMatch(/\.$|=ID,ID\.$/)
    }
  })
})
