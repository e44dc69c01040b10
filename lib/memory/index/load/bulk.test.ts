import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexOf, turnsOf } from '@/lib/memory/index/testing-index'
import { settle, startBulk } from './bulk'
import { emptyIndex } from './data'
import { entryOfTurn } from './entry'
import { putEntry } from './put'

const word = fc.oneof(
  fc.constantFrom('ferry', 'ferries', 'Ferry', 'harbour', 'the', 'parseData', 'müde', '東京タワー'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 5 }),
)
const text = fc.array(word, { maxLength: 120 }).map((words) => words.join(' '))

describe('postings of a load', () => {
  it('are those of entries put in one after another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 12 }), async (texts) => {
        const turns = turnsOf(texts.map((said) => ['Ada', said]))
        const bulk = startBulk()
        const data = emptyIndex()
        for (const turn of turns) putEntry(data, entryOfTurn(turn), bulk)
        await settle(bulk, data)
        expect(data).toEqual(indexOf(turns))
      }),
      { numRuns: 200 },
    )
  })

  it('of two loads at once do not mix', async () => {
    const talks = ['north', 'south'].map((name) =>
      turnsOf(
        Array.from({ length: 40 }, (_, i) => ['Ada', `${name} ferry ${i % 7} harbour ferry`]),
        name,
      ),
    )
    const loads = talks.map((turns) => ({ turns, bulk: startBulk(), data: emptyIndex() }))
    for (let i = 0; i < 40; i++)
      for (const { turns, bulk, data } of loads)
        for (const turn of turns.slice(i, i + 1)) putEntry(data, entryOfTurn(turn), bulk)
    for (const { turns, bulk, data } of loads) {
      await settle(bulk, data)
      expect(data).toEqual(indexOf(turns))
    }
  })

  it('outgrow their first lists', async () => {
    const turns = turnsOf(
      Array.from({ length: 1_000 }, (_, i) => [
        'Ada',
        Array.from({ length: 300 }, (_, j) => `w${i * 20 + ((j * 7) % 300)}`).join(' '),
      ]),
    )
    const bulk = startBulk()
    const data = emptyIndex()
    for (const turn of turns) putEntry(data, entryOfTurn(turn), bulk)
    await settle(bulk, data)
    expect(data.postings.size).toBe(20_280)
    // In parts of one size, which are never copied.
    expect(new Set([...bulk.postings, ...bulk.keyOf].map((part) => part.length))).toEqual(new Set([65_536]))
    expect(bulk.postings.length).toBe(Math.ceil(bulk.length / 65_536))
    expect(data.postingCount).toBeGreaterThan(1 << 18)
    const whole = indexOf(turns)
    expect(data.postingCount).toBe(whole.postingCount)
    for (const [key, list] of whole.postings) expect([key, data.postings.get(key)]).toEqual([key, list])
  })
})
