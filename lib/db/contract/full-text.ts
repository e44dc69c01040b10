import { describe, expect, it } from 'vitest'
import {
  addUnitsOps,
  changeStateOp,
  countUnits,
  indexedEntries,
  type NewUnit,
  openSearchState,
  removeUnitsOps,
  type SearchState,
  searchState,
} from '@/lib/db/memory/full-text'
import {
  frequencyOf,
  latestUnits,
  type UnitPlace,
  unitPlaces,
  unitsHolding,
  unitsWithin,
} from '@/lib/db/memory/full-text-search'
import { type Contract, newOwner, unique } from './fixture'

/** Full-text search is written for each database by itself and must find the same. */
export function fullText(open: Contract) {
  const start = async () => {
    const { db } = open()
    const ownerId = await newOwner(db)
    const state = await openSearchState(db, ownerId, 'message', { format: 1, rev: 0 })
    const [conversationId, branchId] = [unique('conv'), unique('br')]
    const unit = (number: number, words: string, more: Partial<NewUnit> = {}): NewUnit => ({
      refId: `${branchId}_${number}`,
      conversationId,
      branchId,
      number,
      stamp: `s${number}`,
      speaker: number % 2 ? 'Ada' : 'Bela',
      at: Date.UTC(2031, 0, number),
      length: words.split(' ').length,
      terms: words
        .split(' ')
        .map((word) => `${state.id}x${word}`)
        .join(' '),
      place: '',
      said: '',
      ...more,
    })
    const now = async (): Promise<SearchState> => (await searchState(db, ownerId, 'message')) ?? state
    const add = async (...units: NewUnit[]) =>
      db.$transaction([changeStateOp(db, await now(), {}), ...addUnitsOps(db, state, units)])
    const term = (word: string, beginning = false) => ({ text: `${state.id}x${word}`, beginning })
    return { db, ownerId, state, conversationId, branchId, unit, now, add, term }
  }
  const numbers = (places: UnitPlace[]) => places.map((place) => place.number).sort()

  describe('full text', () => {
    it('finds units by any of some words, by several together, by the beginning of a word, and within filters', async () => {
      const { db, state, unit, add, term, conversationId } = await start()
      await add(
        unit(1, 'red ferry'),
        unit(2, 'red fern'),
        unit(3, 'blue ferry'),
        unit(4, 'green'),
        unit(5, 'red', { conversationId: 'elsewhere' }),
      )
      const found = async (
        ...[groups, filter, most]: [
          Parameters<typeof unitsHolding>[2],
          Parameters<typeof unitsHolding>[3]?,
          number?,
        ]
      ) =>
        numbers(await unitPlaces(db, state, await unitsHolding(db, state, groups, filter ?? {}, most ?? 9)))
      expect(await found([[term('red')]])).toEqual([1, 2, 5])
      expect(await found([[term('red'), term('green')]])).toEqual([1, 2, 4, 5])
      expect(await found([[term('red'), term('blue')], [term('ferry')]])).toEqual([1, 3])
      expect(await found([[term('fer', true)]])).toEqual([1, 2, 3])
      expect(await found([[term('fer')]])).toEqual([])
      expect(await found([[term('red')]], { speaker: 'Bela' })).toEqual([2])
      expect(await found([[term('red')]], { from: Date.UTC(2031, 0, 2), to: Date.UTC(2031, 0, 4) })).toEqual([
        2,
      ])
      expect(await found([[term('red')]], {}, 1)).toEqual([5])
      expect(numbers(await latestUnits(db, state, [], {}, 2))).toEqual([4, 5])
      expect(numbers(await latestUnits(db, state, [term('ferry')], { conversationId }, 1))).toEqual([3])
      expect([
        await frequencyOf(db, state, [term('red')], 9),
        await frequencyOf(db, state, [term('fer', true)], 9),
        await frequencyOf(db, state, [term('none')], 9),
      ]).toEqual([3, 3, 0])
      const within = await unitsWithin(db, state, [[term('red')], [term('fer', true)]], { conversationId })
      expect(
        (await unitPlaces(db, state, [...within.keys()]))
          .map(({ id, number }) => [number, within.get(Number(id))])
          .sort(),
      ).toEqual([
        [1, 3],
        [2, 3],
        [3, 2],
      ])
    })

    it("shows nobody else's units, lets nothing but terms through, and undoes a write that comes second", async () => {
      const [mine, theirs] = [await start(), await start()]
      await theirs.add(theirs.unit(1, 'secret'))
      const ids = await unitsHolding(mine.db, theirs.state, [[theirs.term('secret')]], {}, 9)
      expect([
        ids.length,
        await unitPlaces(mine.db, mine.state, ids),
        await latestUnits(mine.db, mine.state, [], {}, 9),
      ]).toEqual([1, [], []])
      expect(await indexedEntries(mine.db, mine.state, { refIds: [`${theirs.branchId}_1`] })).toEqual(
        new Map(),
      )
      await mine.db.$transaction(removeUnitsOps(mine.db, mine.ownerId, { refIds: [`${theirs.branchId}_1`] }))
      expect(await countUnits(theirs.db, theirs.state)).toMatchObject({ units: 1 })
      for (const text of ['a" OR "b', 'a*', "a'", 'a:*', '', 'ä'])
        await expect(unitsHolding(mine.db, mine.state, [[{ text }]], {}, 9)).rejects.toThrow('not a term')
      await mine.add()
      await expect(
        mine.db.$transaction([
          changeStateOp(mine.db, mine.state, {}),
          ...addUnitsOps(mine.db, mine.state, [mine.unit(1, 'late')]),
        ]),
      ).rejects.toThrow()
      expect(await countUnits(mine.db, mine.state)).toMatchObject({ units: 0 })
    })
  })
}
