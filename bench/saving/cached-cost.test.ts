import { describe, expect, it } from 'vitest'
import { cachedCost, cheaperFrom, plainChat } from './cached-cost'
import { timeOf } from './pace'

const talk = Array.from({ length: 30 }, (_, i) => ({
  user: `Question ${i}?`,
  answer: `${'Word by word '.repeat(60)}${i}.`,
}))

it('a conversation pauses after every ten turns', () => {
  const minutes = [0, 1, 9, 10, 11].map((turn) => timeOf(turn) / 60_000)
  expect(minutes).toEqual([0, 2, 18, 40, 42])
})

it('plain chat sends every earlier message, so that each prompt begins with the one before', () => {
  const sent = plainChat(talk).map(({ bodies }) => bodies[0] as { messages: unknown[] })
  expect(sent.map(({ messages }) => messages.length).slice(0, 3)).toEqual([2, 4, 6])
  expect(sent[2]?.messages.slice(0, 4)).toEqual(sent[1]?.messages)
})

it('costs less from the turn after the last that costs more', () => {
  expect(cheaperFrom([9, 9, 1, 9, 1], [5, 5, 5, 5, 5])).toBe(5)
  expect(cheaperFrom([1, 1], [5, 5])).toBe(1)
  expect(cheaperFrom([1, 9], [5, 5])).toBe(Number.POSITIVE_INFINITY)
})

describe('the cost beside plain chat', () => {
  const plain = plainChat(talk)
  const of = (remembered: typeof plain) => cachedCost('mneme', [{ remembered, plain }])

  it('is the same for the same requests, at every lifetime and price', () => {
    const { rows, goals } = of(plain)
    const costs = rows.filter((row) => 'of plain chat %' in row)
    expect(costs).toHaveLength(9)
    for (const row of costs)
      expect(row).toMatchObject({ 'of plain chat %': 100, 'all so far from': 1, 'background %': 0 })
    const shares = goals.map(({ value }) => value)
    expect(shares[0]).toBeLessThan(shares[1] ?? 0)
    expect(shares[2]).toBe(shares[1])
  })

  it('counts what jobs send, and says when it never pays off', () => {
    const notes = { model: 'replay', response_format: { json_schema: { name: 'facts' } } }
    const messages = [{ role: 'user', content: 'Note this. '.repeat(2_000) }]
    const remembered = plain.map(({ at, bodies }) => ({ at, bodies: [...bodies, { ...notes, messages }] }))
    const { rows } = of(remembered)
    const row = rows.find((one) => one['cached at'] === '10%' && one.lifetime === '5 minutes')
    expect(row).toMatchObject({ 'all so far from': 'not by 30', 'a turn costs less from': 'not by 30' })
    expect(row?.['background %']).toBeGreaterThan(20)
  })
})
