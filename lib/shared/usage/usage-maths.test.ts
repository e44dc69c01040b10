import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelUsage } from './usage'
import { noCalls, noSums, pointSize, savedCost, savingOf } from './usage-maths'
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

  it('prices each model’s prompts at its own rate and takes off what memory was charged', () => {
    const a = model({
      prompts: 1_000_000,
      answers: 400_000,
      plainChat: 3_400_000,
      price: { input: 2_000_000, cachedInput: 200_000 },
      upkeepCostMicros: 500_000,
    })
    const b = model({ plainChat: 1_000_000, price: { input: 10_000_000, cachedInput: 1_000_000 } })
    expect(savedCost([a, b])).toEqual({
      micros: 4_000_000 + 10_000_000 - 500_000,
      cachedMicros: 600_000 - 2_000_000 + 1_000_000 - 500_000,
      partly: false,
    })
    expect(savedCost([a, model({ calls: 1 })]).partly).toBe(true)
    expect(savedCost([model({ calls: 1 })])).toEqual({ micros: null, cachedMicros: null, partly: false })
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
      period: null,
      problem: null,
    })
    expect(parseAddress({ compare: 'a,b' }).compare).toEqual(['a', 'b'])
    expect(parseAddress({ from: '3', to: '9' }).range).toEqual({ from: 3, to: 9 })
    expect(parseAddress({})).toEqual({
      ...{ conversationId: null, compare: null, range: null, period: null, problem: null },
    })
    expect(parseAddress({ period: '7d', zone: 'Europe/Dublin' }).period).toEqual({
      ...{ name: '7d', zone: 'Europe/Dublin' },
    })
    expect(parseAddress({ since: '2026-03-01', until: '2026-03-31' }).period).toEqual({
      ...{ since: '2026-03-01', until: '2026-03-31', zone: 'UTC' },
    })
    expect(parseAddress({ period: 'all' })).toEqual(parseAddress({}))
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
      { period: 'fortnight' },
      { period: '7d', zone: 'Atlantis/Centre' },
      { period: '7d', since: '2026-03-01', until: '2026-03-02' },
      { since: '2026-03-02', until: '2026-03-01' },
      { since: '2026-02-30', until: '2026-03-01' },
      { since: '2026-03-01' },
    ]) {
      const address = parseAddress(params)
      const { conversationId, compare, range, period } = address
      expect([conversationId, compare, range, period]).toEqual([null, null, null, null])
      expect(address.problem).toMatch(/\.$/)
    }
  })
})
