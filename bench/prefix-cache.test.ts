import { describe, expect, it } from 'vitest'
import { cachedShare, prefixCache, weighted } from './prefix-cache'

const MINUTE = 60_000
/** About `count` tokens that occur in this order nowhere else. */
const words = (name: string, count: number) =>
  Array.from({ length: count / 2 }, (_, i) => `${name}${i % 10}`).join(' ')
const tools = [{ type: 'function', function: { name: 'recall', description: words('tool', 400) } }]
const body = (system: string, ...users: string[]) => ({
  model: 'test',
  tools,
  messages: [{ role: 'system', content: system }, ...users.map((content) => ({ role: 'user', content }))],
})
const play = (bodies: unknown[], apartMs = MINUTE, lifetimeMs = 5 * MINUTE) =>
  prefixCache(
    bodies.map((one, i) => ({ at: i * apartMs, body: one })),
    lifetimeMs,
  )
const system = words('rule', 1_200)

describe('the prefix cache', () => {
  it('has the whole blocks of a byte-equal beginning', () => {
    const [first, second] = play([body(system, 'one'), body(system, 'two')])
    expect(first?.cached).toBe(0)
    expect(second?.cached).toBeGreaterThan(1_024)
    expect((second?.cached ?? 0) % 128).toBe(0)
    expect((second?.tokens ?? 0) - (second?.cached ?? 0)).toBeLessThan(128 + 5)
  })

  it('ends at the first byte that differs, wherever that stands', () => {
    expect(play([body(system, 'one'), body(`!${system}`, 'one')])[1]?.cached).toBe(0)
    const changed = { ...body(system, 'one'), tools: [...tools, ...tools] }
    expect(play([body(system, 'one'), changed])[1]?.cached).toBe(0)
    const other = { ...body(system, 'one'), model: 'other' }
    expect(play([body(system, 'one'), other])[1]?.cached).toBe(0)
  })
})

it('counts the cached part at its price', () => {
  const reads = [
    { tokens: 1_500, cached: 0 },
    { tokens: 1_500, cached: 1_000 },
  ]
  expect(weighted(reads, 0.1)).toBe(2_100)
  expect(cachedShare(reads)).toBeCloseTo(1 / 3)
  expect([weighted([], 0.1), cachedShare([])]).toEqual([0, 0])
})
