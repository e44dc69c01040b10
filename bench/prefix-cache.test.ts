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

  it('grows with a conversation: only what is new is not cached', () => {
    const history = words('said', 600)
    const [, second, third] = play([body(system), body(system, history), body(system, history, 'more')])
    expect((third?.cached ?? 0) - (second?.cached ?? 0)).toBeGreaterThan(400)
  })

  it('ends at the first byte that differs, wherever that stands', () => {
    expect(play([body(system, 'one'), body(`!${system}`, 'one')])[1]?.cached).toBe(0)
    const changed = { ...body(system, 'one'), tools: [...tools, ...tools] }
    expect(play([body(system, 'one'), changed])[1]?.cached).toBe(0)
    const other = { ...body(system, 'one'), model: 'other' }
    expect(play([body(system, 'one'), other])[1]?.cached).toBe(0)
  })

  it('puts tools and the form of the answer before the system message', () => {
    const inForm = { ...body(system, 'one'), response_format: { type: 'json_object' } }
    expect(play([body(system, 'one'), inForm])[1]?.cached).toBe(0)
    expect(play([inForm, inForm])[1]?.cached).toBeGreaterThan(1_024)
  })

  it('caches nothing of a shared beginning below 1,024 tokens', () => {
    const short = words('rule', 400)
    const [first, second] = play([body(short, 'one'), body(short, 'one')])
    expect(first?.tokens).toBeLessThan(1_024)
    expect(second?.cached).toBe(0)
    // The prompts are long, but what they share is short.
    expect(play([body(short, words('a', 2_000)), body(short, words('b', 2_000))])[1]?.cached).toBe(0)
  })

  it('forgets after its lifetime, which every hit renews', () => {
    const same = body(system, 'one')
    const hits = (apartMs: number, lifetimeMs?: number) =>
      play([same, same, same], apartMs, lifetimeMs).map(({ cached }) => cached > 0)
    expect(hits(4 * MINUTE)).toEqual([false, true, true])
    expect(hits(6 * MINUTE)).toEqual([false, false, false])
    expect(hits(1_000 * MINUTE, Number.POSITIVE_INFINITY)).toEqual([false, true, true])
  })

  it('finds the longest of several beginnings, not the last', () => {
    const [, , third] = play([
      body(system, words('said', 600)),
      body(system),
      body(system, words('said', 600), '!'),
    ])
    expect(third?.cached).toBeGreaterThan(1_900)
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
