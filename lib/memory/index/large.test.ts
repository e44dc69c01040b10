// @module-tag full
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryRev } from '@/lib/db/engine/changes'
import { changeStateOp, searchState } from '@/lib/db/memory/full-text'
import { type Seeded, seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { forgetOnce } from '@/lib/shared/once'
import { fillFullText } from './load/full-text'
import { kindIndex } from './load/owner-index'
import { lexicalIndexOf } from './memory-index'
import { FILLER, LARGE, onBoth } from './testing-large'
import { loadedOwners } from './testing-owner-index'
import { stateTerm } from './tokens'

onBoth('a memory too large to be held', (on) => {
  it('is not loaded: the load stops, the database remembers, and the next query does not try again', async () => {
    await on.talk(FILLER)
    expect(await kindIndex(on.at.db, on.at.ownerId, 'message', LARGE)).toBeNull()
    await fillFullText(on.at.db, on.at.ownerId, 'message')
    forgetOnce('memory-index')
    // A limit above everything: only the stored note can say that it is too large.
    const state = await searchState(on.at.db, on.at.ownerId, 'message')
    expect(state).toMatchObject({ filled: true, units: 5 })
    expect(await kindIndex(on.at.db, on.at.ownerId, 'message', { maxUnits: 6 })).toBeNull()
    expect(loadedOwners()).toEqual([])
  })

  it('that grows beyond the limit answers from memory until its full text is there', async () => {
    const now = () => kindIndex(on.at.db, on.at.ownerId, 'message', { maxUnits: 6 })
    await on.talk(FILLER)
    expect((await now())?.live.units).toBe(5)
    await on.talk(FILLER)
    expect((await now())?.live.units).toBe(10)
    await fillFullText(on.at.db, on.at.ownerId, 'message')
    expect(await now()).toBeNull()
    expect((await on.mustState()).units).toBe(10)
  })

  it('is found in any form of a German or Arabic word, and without the words of a question', async () => {
    await on.talk([
      ...FILLER,
      'Meine Katze heißt Mia.',
      'اسم قطة أختي هو ميا',
      'Ich bin gegen Nüsse allergisch.',
    ])
    await on.ready()
    for (const [typed, number] of [
      ['heisst', 6],
      ['katzen', 6],
      ['القطة', 7],
      ['wogegen bin ich allergisch', 8],
      ['nuss', 8],
    ] as const)
      for (const text of [typed, `${typed} `]) {
        const { hits, words } = await on.find(text)
        expect([text, words, hits.map((hit) => hit.turnNumber)]).toEqual([text, words, [number]])
        expect(hits[0]?.excerpt.marks, text).toHaveLength(words.length)
      }
  })

  it('gives what an index in memory gives, with the same scores, words, and near misses', async () => {
    const words = inventedWords(40)
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const said = () => Array.from({ length: 4 + random(70) }, () => words[random(words.length)]).join(' ')
    const turns = (count: number) =>
      Array.from({ length: count }, () => ({ userText: said(), answer: said() }))
    await seedConversation(on.at, turns(60))
    const two = await seedConversation(on.at, turns(40))
    const seen = async (size: { maxUnits?: number }) =>
      Promise.all(
        words.slice(0, 12).flatMap((word, i) =>
          (['owner', 'conversation'] as const).map(async (scope) => {
            const query = {
              text: `${word} ${words[i + 13]}`,
              conversationId: two.conversationId,
              path: two.path,
              before: two.last + 1,
              scope,
              limit: 10,
            }
            const hits = await lexicalIndexOf(size).search(on.at.db, on.at.ownerId, query)
            return hits.map((hit) => [hit.turnId, hit.part, hit.score.toFixed(6), hit.parts, hit.asked])
          }),
        ),
      )
    const whole = await seen({})
    forgetOnce('memory-index')
    await kindIndex(on.at.db, on.at.ownerId, 'message', LARGE)
    await on.ready()
    const large = await seen(LARGE)
    expect(large.flat().length).toBeGreaterThan(100)
    expect(large.map((hits) => hits.map(([id, part]) => `${id} ${part}`))).toEqual(
      whole.map((hits) => hits.map(([id, part]) => `${id} ${part}`)),
    )
    expect(large).toEqual(whole)
  })

  it('keeps to the branch: siblings stay out, and so does the turn that asks', async () => {
    const main = await seedConversation(on.at, [
      ...FILLER.map((userText) => ({ userText })),
      { userText: 'The secret is a walrus.' },
    ])
    const fork = await seedFork(on.at, main, 4, [
      { userText: 'A ferry leaves at nine.' },
      { userText: 'And then?' },
    ])
    const other = await on.talk(['Something else.', 'And more.'])
    await on.ready()
    const turns = async (text: string, from: Seeded, scope?: 'conversation') =>
      (await on.recalled(from, text, scope)).hits.map((hit) => hit.turnId)
    expect(await turns('walrus', fork)).toEqual([])
    expect(await turns('walrus', other)).toEqual([])
    expect(await turns('ferry', other)).toContain(fork.turnIds[0])
    expect(await turns('ferry', other, 'conversation')).toEqual([])
    expect(await turns('walrus', { ...main, last: main.last + 1 })).toContain(main.turnIds[5])
    // The asking turn and later ones are not recalled.
    expect(await turns('walrus', main)).toEqual([])
    expect((await on.find('walrus')).total).toBe(0)
  })

  it('says so while its full text is being made, and goes on where it was cut off', async () => {
    await on.talk([...FILLER, 'A zeppelin.'])
    await kindIndex(on.at.db, on.at.ownerId, 'message', LARGE)
    await fillFullText(on.at.db, on.at.ownerId, 'message')
    const state = await on.mustState()
    await on.at.db.$transaction([changeStateOp(on.at.db, state, { filled: false })])
    await on.at.db.$executeRaw`DELETE FROM "SearchUnit" WHERE "ownerId" = ${on.at.ownerId} AND "number" > 3`
    const ids = async () =>
      (
        await on.at.db.$queryRaw<
          { id: number }[]
        >`SELECT "id" FROM "SearchUnit" WHERE "ownerId" = ${on.at.ownerId} ORDER BY "id"`
      ).map((row) => Number(row.id))
    const before = await ids()
    forgetOnce('memory-index')
    const early = await on.find('zeppelin')
    expect(early.partial).toBe(true)
    await fillFullText(on.at.db, on.at.ownerId, 'message')
    expect((await ids()).slice(0, 3)).toEqual(before)
    expect(await on.mustState()).toMatchObject({ filled: true, units: 6 })
    expect(await on.numbers('zeppelin')).toEqual([6])
  })

  it('is made again when its terms are those of an earlier version', async () => {
    await on.talk([...FILLER, 'A zeppelin.'])
    await on.ready()
    const state = await on.mustState()
    await on.at.db.$transaction([changeStateOp(on.at.db, state, { format: state.format - 1 })])
    forgetOnce('memory-index')
    expect((await on.find('zeppelin')).partial).toBe(true)
    const remade = { filled: true, units: 6, format: state.format }
    await expect.poll(() => on.mustState()).toMatchObject(remade)
    expect(await on.numbers('zeppelin')).toEqual([6])
  })

  it('is written by one of two processes at a time: the other reads again', async () => {
    const { turnIds } = await on.talk(FILLER)
    await on.ready()
    const state = await on.mustState()
    await on.at.db.$transaction([changeStateOp(on.at.db, state, {})])
    await expect(on.at.db.$transaction([changeStateOp(on.at.db, state, { units: 99 })])).rejects.toThrow()
    expect((await on.mustState()).units).toBe(5)
    await seedChange(
      on.at,
      [on.at.db.turn.update({ where: { id: turnIds[0] ?? '' }, data: { userText: 'A zeppelin!' } })],
      'turn',
      turnIds[0] ?? '',
    )
    expect(await on.numbers('zeppelin')).toEqual([1])
    expect(await on.mustState()).toMatchObject({ units: 5, rev: await memoryRev(on.at.db, on.at.ownerId) })
  })
})

describe('a term of the full text', () => {
  it('is of a-z and 0-9 alone, begins as its key begins, and is another for another key', () => {
    const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(key, key, fc.nat(30), (a, b, cut) => {
        expect(stateTerm(7, a)).toMatch(/^7x[a-z0-9]+$/)
        expect(stateTerm(7, a).startsWith(stateTerm(7, a.slice(0, cut)))).toBe(true)
        expect(stateTerm(7, a) === stateTerm(7, b)).toBe(a === b)
      }),
    )
    expect(stateTerm(7, 'k'.repeat(5_000)).length).toBeLessThan(100)
  })
})
