import { describe, expect, it } from 'vitest'
import { harness } from '@/lib/agent/testing'
import { countTokens } from '@/lib/model/tokens'
import type { Exchange } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { planPrompt } from './plan'
import { shortenExchanges } from './shorten-exchanges'

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
const writing = (path: string, text: string): Exchange => ({
  text: 'Writing.',
  calls: [{ id: `call_${path}`, name: 'write_file', args: { path, text }, problem: null }],
  results: [{ id: `call_${path}`, name: 'write_file', text: 'Written.' }],
})
const sizeOf = (exchanges: Exchange[]) => countTokens(JSON.stringify(exchanges))

describe('tool calls of a turn that are too long for its prompt', () => {
  it('are shortened, the oldest first, with a mark; every call keeps its result and the latest stays whole', () => {
    const given = ['a', 'b', 'c'].map((path) => writing(path, words(3_000)))
    const made = shortenExchanges(given, 12_000, countTokens)
    expect(sizeOf(made)).toBeLessThanOrEqual(12_000)
    expect(made[2]).toEqual(given[2])
    expect(made.map((exchange) => exchange.calls.map((call) => call.id))).toEqual(
      made.map((exchange) => exchange.results.map((result) => result.id)),
    )
    expect(JSON.stringify(made[0]?.calls[0]?.args)).toMatch(/"path":"a".*\.\.\. \(truncated\)/)
    expect(shortenExchanges(given, 1_000_000, countTokens)).toEqual(given)
  })

  it('get into little room too, also when their arguments are long lists', () => {
    const many = {
      ...writing('a', ''),
      calls: [
        {
          id: 'call_a',
          name: 'set_state',
          args: { list: Array.from({ length: 5_000 }, (_, i) => `item ${i}`) },
          problem: null,
        },
      ],
    }
    const made = shortenExchanges([many, writing('b', words(3_000))], 300, countTokens)
    expect(sizeOf(made)).toBeLessThanOrEqual(300)
  })

  it('never take a prompt over its limit, and leave room for the rest of it', () => {
    const plan = (exchanges: Exchange[]) =>
      planPrompt({
        role: { name: 'role', note: 'Role.', items: [] },
        notes: {},
        sections: {
          window: [
            {
              item: { attributes: { turn: '1', who: 'user' }, text: words(1_000) },
              keep: 1,
              order: 0,
              dropStage: 6,
            },
          ],
          task: [
            { item: { attributes: { who: 'user' }, text: 'Go on.' }, keep: 1, order: 0, dropStage: null },
          ],
        },
        tools: [],
        exchanges,
        totalTokens: limits.prompt.totalTokens,
        countTokens,
      })
    const made = plan(Array.from({ length: 6 }, (_, i) => writing(`f${i}`, words(4_000))))
    expect(made.estInputTokens).toBeLessThanOrEqual(limits.prompt.totalTokens)
    expect(made.sections.map((section) => [section.section, section.tokens > 0])).toContainEqual([
      'window',
      true,
    ])
    expect(made.manifest.exchanges).not.toBeNull()
  })

  it('are what the model got, as the ledger says', async () => {
    const h = await harness((request, i) =>
      i < 4
        ? { text: '', calls: [{ name: 'write_file', args: { path: `f${i}.md`, text: words(4_000) } }] }
        : { text: `Done with ${request.exchanges.length}.` },
    )
    const turn = await h.say('c', 'Write four files.', { thinking: true, preset: 'quick' })
    const steps = await h.db.step.findMany({ where: { turnId: turn.id }, select: { estInputTokens: true } })
    expect(Math.max(...steps.map((step) => step.estInputTokens))).toBeLessThanOrEqual(
      limits.prompt.totalTokens,
    )
    const last = h.models.requests.at(-1)
    expect(countTokens(`${last?.system}${last?.user}${JSON.stringify(last?.exchanges)}`)).toBeLessThanOrEqual(
      limits.prompt.totalTokens,
    )
    await h.close()
  })
})
