import { expect, it } from 'vitest'
import { ownerReach } from '@/lib/memory/index/memory-index'
import { rowsToRead, searchedIndex } from '@/lib/memory/index/searched-index'
import { LARGE, onBoth } from '@/lib/memory/index/testing-large'
import { isStem } from '@/lib/memory/text/known-words'
import { queryWords } from '@/lib/memory/text/terms'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { limits } from '@/lib/shared/limits'

const { entryUnits, partUnits, units: room } = limits.fullText
const [sought = '', ...others] = inventedWords(21)
/** A text of distinct words, longer than what is read of an entry as a whole, with `word` far inside. */
const long = (n: number, word: string) =>
  Array.from({ length: (entryUnits + 60) * limits.index.unitTerms }, (_, i) =>
    i === 3_000 ? word : `${others[i % 20]}${String.fromCharCode(97 + (i % 26))}${n}x${i}`,
  ).join(' ')

onBoth('an index of candidates', (on) => {
  const indexed = (text: string, beginning: string | null = null) =>
    searchedIndex(
      on.at.db,
      on.at.ownerId,
      'message',
      {
        words: queryWords(text),
        beginning,
        count: 10,
        reachOf: (ids) => ownerReach(on.at.db, on.at.ownerId, ids),
      },
      LARGE,
    )

  it('has of long texts only the units and the words that are asked for, wherever they are', async () => {
    await on.talk(Array.from({ length: 4 }, (_, n) => long(n, sought)))
    await on.ready()
    const { data } = await indexed(sought)
    expect([...data.postings.keys()]).toEqual(
      queryWords(sought).flatMap((word) => word.keys.filter((key) => !isStem(key))),
    )
    expect(data.turns.id.length).toBe(4)
    // The first, the last, and the one with the word.
    expect(data.units.message.length).toBe(4 * 3)
    const hits = (await on.find(sought)).hits
    expect(hits.map((hit) => hit.excerpt.text.includes(sought))).toEqual([true, true, true, true])
  })

  it('has at most so many units of a text that has a word everywhere', async () => {
    const [often = ''] = others
    await on.talk([long(1, sought)])
    await on.ready()
    const { data } = await indexed(often, often)
    expect(data.units.message.length).toBeGreaterThan(1)
    expect(data.units.message.length).toBeLessThanOrEqual(partUnits + 2)
  })
})

it('reads a bounded number of rows, however many entries and units there are', () => {
  const entries = Array.from({ length: 2_000 }, (_, i): [string, number[]] => [
    `entry${i}`,
    Array.from({ length: 100 }, (_, unit) => i * 1_000 + unit),
  ])
  const sized = (units: number) =>
    new Map(entries.map(([id], i) => [id, { units, first: i * 1_000, last: i * 1_000 + units - 1 }]))
  const short = rowsToRead(entries, sized(entryUnits))
  expect(short.whole.length).toBe(Math.floor(room / entryUnits))
  expect(short.whole[0]).toBe('entry0')
  expect(short.parts.length).toBeLessThanOrEqual((2_000 - short.whole.length) * (partUnits + 2))
  const far = rowsToRead(entries, sized(1_000))
  expect(far.whole).toEqual([])
  // The first unit is among the best.
  expect(far.parts.length).toBe(2_000 * (partUnits + 1))
})
