import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelUsage } from './usage'
import { costsOf, noCalls, noSums, pointSize, savingOf } from './usage-maths'
import { parseAddress } from './usage-query'

const model = (over: Partial<ModelUsage>): ModelUsage => ({
  ...noCalls(),
  ...noSums(),
  model: 'm',
  price: null,
  upkeepCostMicros: 0,
  ...over,
})

describe('the saving', () => {
  it('is what a baseline takes, less every call that was made', () => {
    const sums = { ...noSums(), prompts: 300, answers: 100, upkeep: 50, plainChat: 600, fullContexts: 1_800 }
    expect(savingOf(sums, 'plainChat')).toEqual({ tokens: 150, share: 0.25 })
    expect(savingOf(sums, 'fullContexts')).toEqual({ tokens: 1_350, share: 0.75 })
    expect(savingOf({ ...sums, upkeep: 500 }, 'plainChat')).toEqual({ tokens: -300, share: -0.5 })
    expect(savingOf(noSums(), 'plainChat')).toEqual({ tokens: 0, share: 0 })
  })

  const priced = model({
    calls: 3,
    prompts: 1_000_000,
    answers: 400_000,
    plainChat: 3_400_000,
    inputTokens: 1_000_000,
    costMicros: 4_000_000,
    price: { input: 2_000_000, cachedInput: 200_000 },
    upkeepCostMicros: 500_000,
  })

  it('is priced at what was paid: plain chat has other prompts and none of memory’s own calls', () => {
    expect(costsOf([priced])).toEqual({
      paid: 4_000_000,
      plainChat: 4_000_000 - 500_000 + 2 * 3_000_000 - 2_000_000,
      ...{ cached: null, partly: false },
    })
  })

  it('is shown at the cached price, too, where the provider reported what it read from its cache', () => {
    const half = { ...priced, cachedTokens: 500_000, costMicros: 3_100_000 }
    expect(costsOf([half])).toEqual({
      paid: 3_100_000,
      plainChat: 3_100_000 - 500_000 + 6_000_000 - 1_100_000,
      cached: 3_100_000 - 500_000 + 600_000 - 1_100_000,
      partly: false,
    })
  })

  it('counts what was paid of every model, and compares by the share of calls whose cost is known', () => {
    const reported = model({ calls: 2, costMicros: 1_000_000 })
    expect(costsOf([reported])).toMatchObject({ paid: 1_000_000, plainChat: null, partly: false })
    const cut = { ...priced, calls: 4, unpricedCalls: 1 }
    expect(costsOf([cut, reported])).toEqual({
      paid: 5_000_000,
      plainChat: 5_000_000 - 500_000 + 0.75 * (2 * 3_000_000 - 2_000_000),
      ...{ cached: null, partly: true },
    })
  })

  it('has no price without one, never zero; and says when only a part has one', () => {
    expect(costsOf([model({ calls: 1, unpricedCalls: 1 })])).toBeNull()
    expect(costsOf([model({ calls: 1, price: { input: 0, cachedInput: 0 } })])).toBeNull()
    expect(costsOf([priced, model({ calls: 1, unpricedCalls: 1 })])).toMatchObject({
      paid: 4_000_000,
      partly: true,
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
  it('names a conversation, or two to compare', () => {
    expect(parseAddress({ conversation: 'c_1' })).toEqual({
      conversationId: 'c_1',
      compare: null,
      period: null,
      problem: null,
    })
    expect(parseAddress({ compare: 'a,b' }).compare).toEqual(['a', 'b'])
    expect(parseAddress({})).toEqual({
      ...{ conversationId: null, compare: null, period: null, problem: null },
    })
    expect(parseAddress({ period: '7d', zone: 'Europe/Dublin' }).period).toEqual({
      ...{ name: '7d', zone: 'Europe/Dublin' },
    })
    expect(parseAddress({ period: 'all' })).toEqual(parseAddress({}))
  })

  it('passes over what is not valid and says so', () => {
    for (const params of [
      { conversation: '../x' },
      { compare: 'a' },
      { compare: 'a,b,c' },
      { conversation: 'a\0' },
      { period: 'fortnight' },
      { period: '7d', zone: 'Atlantis/Centre' },
    ]) {
      const address = parseAddress(params)
      const { conversationId, compare, period } = address
      expect([conversationId, compare, period]).toEqual([null, null, null])
      expect(address.problem).toMatch(/\.$/)
    }
  })
})
