import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryRev } from '@/lib/db/changes'
import { type Db, openDb, sqliteFile } from '@/lib/db/client'
import { changeStateOp, countUnits, searchState } from '@/lib/db/full-text'
import { frequencyOf, unitPlaces, unitsHolding } from '@/lib/db/full-text-search'
import { migrate } from '@/lib/db/migrate'
import { purgeTrash } from '@/lib/db/purge'
import { testDb } from '@/lib/db/testing'
import { type Seeded, seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { heldWhole, listForgotten, restoreTrash, trashConversation, trashParts } from '@/lib/db/trash'
import { limits } from '@/lib/shared/limits'
import { forget } from '@/lib/shared/once'
import type { MemorySearch } from '@/lib/shared/search'
import { startPostgres } from '@/scripts/postgres.mjs'
import { recall } from '../recall'
import { searchMemory } from '../search'
import { inventedWords, quarterTokens } from '../testing-names'
import { fillFullText } from './full-text'
import { lexicalIndexOf } from './memory-index'
import { kindIndex, loadedOwners } from './owner-index'
import { soughtKey, termOf } from './tokens'

/** Everybody's memory is too large. */
const LARGE = { maxUnits: 3 }
const START = new Date('2026-05-01T10:00:00.000Z')
const later = new Date(START.getTime() + 60_000)

type Opened = { db: Db; url: string; close(): Promise<void> }
async function onPostgres(): Promise<Opened> {
  const server = await startPostgres()
  await migrate(server.url, { backups: null })
  const db = await openDb(server.url)
  return {
    db,
    url: server.url,
    close: async () => {
      await db.$disconnect()
      await server.stop()
    },
  }
}

describe.each([
  { name: 'SQLite', start: (): Promise<Opened> => testDb() },
  { name: 'PostgreSQL', start: onPostgres },
])('a memory too large to be held, on $name', ({ name, start }) => {
  let opened: Opened
  let at: { db: Db; ownerId: string }
  beforeAll(async () => {
    opened = await start()
  })
  afterAll(() => opened?.close())
  const owner = async () => {
    const ownerId = `user_${crypto.randomUUID().slice(0, 12)}`
    await opened.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
    return { db: opened.db, ownerId }
  }
  beforeEach(async () => {
    at = await owner()
  })
  afterEach(() => forget('memory-index'))

  const talk = (texts: string[], of = at) =>
    seedConversation(
      of,
      texts.map((userText) => ({ userText })),
    )
  const filler = ['One of many.', 'Two of them.', 'Three by now.', 'Four in all.', 'Five at last.']
  /** The full text of all there is. */
  const ready = async (of = at) => {
    for (const kind of ['message', 'summary', 'file'] as const) if (!(await kindIndex(of.db, of.ownerId, kind, LARGE))) await fillFullText(of.db, of.ownerId, kind)
  }
  const find = (text: string, more: Omit<MemorySearch, 'text'> = {}) => searchMemory(at.db, at.ownerId, { text, kinds: ['message'], ...more }, LARGE)
  const numbers = async (text: string, more?: Omit<MemorySearch, 'text'>) => (await find(text, more)).hits.map((hit) => hit.turnNumber)
  const recalled = async (on: Seeded, text: string, scope: 'owner' | 'conversation' = 'owner') =>
    recall(
      at.db,
      at.ownerId,
      { conversationId: on.conversationId, path: on.path, before: on.last, request: { keywords: [text] }, limit: 3, scope, countTokens: quarterTokens },
      lexicalIndexOf(LARGE),
    )

  it('is not loaded: the load stops, the database remembers, and the next query does not try again', async () => {
    await talk(filler)
    expect(await kindIndex(at.db, at.ownerId, 'message', LARGE)).toBeNull()
    await fillFullText(at.db, at.ownerId, 'message')
    forget('memory-index')
    // A limit that everything is under: only what was noted can say that it is too large.
    const state = await searchState(at.db, at.ownerId, 'message')
    expect(state).toMatchObject({ filled: true, units: 5 })
    expect(await kindIndex(at.db, at.ownerId, 'message', { maxUnits: 6 })).toBeNull()
    expect(loadedOwners()).toEqual([])
  })

  it('is found by its words, by words being typed, by phrases, and with filters', async () => {
    const { conversationId } = await talk([
      ...filler,
      'We configured the printer on the blue shelf.',
      'A carp in the pond.',
      'The shelf is blue, he said.',
      '昨日は東京タワーに行きました。',
    ])
    const other = await talk(['A second printer.'])
    await ready()
    expect((await find('printer')).partial).toBeUndefined()
    expect((await numbers('printer')).sort()).toEqual([1, 6])
    for (const typed of ['con', 'configur', 'configure', 'configured']) expect(await numbers(typed), typed).toContain(6)
    expect(await numbers('carpet')).toEqual([])
    expect(await numbers('"blue shelf"')).toEqual([6])
    expect(await numbers('東京')).toEqual([9])
    expect(await numbers('printer', { conversationId: other.conversationId })).toEqual([1])
    expect(await numbers('printer', { speaker: 'assistant' })).toEqual([])
    expect(await numbers('printer', { from: '2026-03-01T08:04:00Z', to: '2026-03-01T08:06:00Z' })).toEqual([6])
    expect(await numbers('blue printer shelf ', { order: 'newest', conversationId })).toEqual([8, 6])
    expect((await numbers('', { conversationId })).slice(0, 3)).toEqual([9, 8, 7])
    expect((await find('blue ', { conversationId })).facets.speakers).toEqual([{ value: 'user', label: 'user', count: 2 }])
  })

  it('counts what it holds, and gives all of it page by page, each once', async () => {
    await talk([...filler, ...Array.from({ length: 400 }, (_, i) => `A walrus number ${i}.`)])
    await ready()
    const seen: string[] = []
    for (let cursor: string | undefined = '0'; cursor; ) {
      const page = await find('walrus', { cursor, limit: 50 })
      expect(page.total).toBe(400)
      seen.push(...page.hits.map((hit) => hit.refId))
      cursor = page.next ?? undefined
    }
    expect([seen.length, new Set(seen).size]).toEqual([400, 400])
  })

  it('gives what an index in memory gives, with the same scores, words, and near misses', async () => {
    const words = inventedWords(40)
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const said = () => Array.from({ length: 4 + random(70) }, () => words[random(words.length)]).join(' ')
    const turns = (count: number) => Array.from({ length: count }, () => ({ userText: said(), answer: said() }))
    await seedConversation(at, turns(60))
    const two = await seedConversation(at, turns(40))
    const seen = async (size: { maxUnits?: number }) =>
      Promise.all(
        words.slice(0, 12).flatMap((word, i) =>
          (['owner', 'conversation'] as const).map(async (scope) => {
            const query = { text: `${word} ${words[i + 13]}`, conversationId: two.conversationId, path: two.path, before: two.last + 1, scope, limit: 10 }
            const hits = await lexicalIndexOf(size).search(at.db, at.ownerId, query)
            return hits.map((hit) => [hit.turnId, hit.part, hit.score.toFixed(6), hit.parts, hit.asked])
          }),
        ),
      )
    const whole = await seen({})
    forget('memory-index')
    await kindIndex(at.db, at.ownerId, 'message', LARGE)
    await ready()
    const large = await seen(LARGE)
    expect(large.flat().length).toBeGreaterThan(100)
    expect(large.map((hits) => hits.map(([id, part]) => `${id} ${part}`))).toEqual(whole.map((hits) => hits.map(([id, part]) => `${id} ${part}`)))
    expect(large).toEqual(whole)
  })

  it('has what was committed in the next query, and not what was changed or put into the trash; what is restored comes back', async () => {
    const { conversationId, turnIds } = await talk(filler)
    await talk(filler)
    await ready()
    const turnId = turnIds[2] ?? ''
    const rewrite = (userText: string) => seedChange(at, [at.db.turn.update({ where: { id: turnId }, data: { userText } })], 'turn', turnId)
    expect(await numbers('zeppelin')).toEqual([])
    await rewrite('A zeppelin!')
    expect(await numbers('zeppelin')).toEqual([3])
    await rewrite('An airship!')
    expect([await numbers('zeppelin'), await numbers('airship')]).toEqual([[], [3]])
    await trashConversation(at.db, at.ownerId, conversationId, `bin ${at.ownerId}`, START)
    expect(await numbers('airship')).toEqual([])
    await restoreTrash(at.db, at.ownerId, `bin ${at.ownerId}`)
    expect(await numbers('airship')).toEqual([3])
  })

  it('negative control: without a Change it is not found', async () => {
    const { turnIds } = await talk(filler)
    await ready()
    await at.db.turn.update({ where: { id: turnIds[0] ?? '' }, data: { userText: 'A zeppelin!' } })
    expect(await numbers('zeppelin')).toEqual([])
  })

  it('forgets: no unit, no term, and the proof looks there too', async () => {
    const secret = `qzebra${crypto.randomUUID().slice(0, 8)}`
    const talked = await seedConversation(at, [
      { userText: `My word is ${secret}.`, summary: { text: `It was ${secret}.` } },
      ...filler.map((userText) => ({ userText, summary: { text: userText } })),
    ])
    await ready()
    const state = await searchState(at.db, at.ownerId, 'message')
    const sums = await searchState(at.db, at.ownerId, 'summary')
    if (!state || !sums) throw new Error('there is no full text')
    const left = async () => [
      await frequencyOf(at.db, state, [soughtKey(state.id, secret.slice(0, 7), true)], 9),
      await frequencyOf(at.db, sums, [soughtKey(sums.id, secret.slice(0, 7), true)], 9),
      (await unitsHolding(at.db, state, [[soughtKey(state.id, 'word')]], {}, 9)).length,
    ]
    const bytes = termOf(0, secret.slice(1, 12)).slice(2)
    const inFile = () => name === 'SQLite' && ['', '-wal'].some((more) => readFileSync(`${sqliteFile(opened.url)}${more}`).includes(bytes))
    expect([await left(), inFile()]).toEqual([[1, 1, 1], name === 'SQLite'])
    // No query comes in between: the purge itself takes them.
    await trashParts(at.db, at.ownerId, `bin ${at.ownerId}`, [talked.turnIds[0] ?? ''], { ...heldWhole(talked.conversationId), kind: 'turns', numbers: [1] }, START, 30_000)
    expect(await purgeTrash(at.db, later)).toBe(1)
    expect(await left()).toEqual([0, 0, 0])
    expect(inFile()).toBe(false)
    expect(await countUnits(at.db, state)).toEqual({ units: 5, terms: (await searchState(at.db, at.ownerId, 'message'))?.terms })
    const [gone] = await listForgotten(at.db, at.ownerId, 9)
    expect(JSON.stringify(gone)).not.toContain('full-text')
    expect(await numbers(secret)).toEqual([])
  })

  it('negative control: a unit that the purge does not find is named by the proof', async () => {
    const { conversationId, turnIds } = await talk(['A secret pond.', ...filler])
    await ready()
    await trashParts(at.db, at.ownerId, `bin ${at.ownerId}`, [turnIds[0] ?? ''], { ...heldWhole(conversationId), kind: 'turns', numbers: [1] }, START, 30_000)
    await at.db.$executeRaw`UPDATE "SearchUnit" SET "refId" = 'lost' WHERE "refId" = ${turnIds[0] ?? ''}`
    expect(await purgeTrash(at.db, later)).toBe(1)
    expect(JSON.stringify(await listForgotten(at.db, at.ownerId, 9))).toContain('full-text')
  })

  const mustState = async () => {
    const state = await searchState(at.db, at.ownerId, 'message')
    if (!state) throw new Error('there is no full text')
    return state
  }

  it("finds nothing of somebody else's, even by their terms", async () => {
    const stranger = await owner()
    await talk([...filler, 'A secret kept by a stranger.'], stranger)
    await talk([...filler, 'A secret of mine.'])
    await ready(stranger)
    await ready()
    expect((await find('secret kept stranger')).hits.map((hit) => hit.excerpt.text)).toEqual(['A secret of mine.'])
    const [own, theirs] = [await mustState(), await searchState(at.db, stranger.ownerId, 'message')]
    const ids = await unitsHolding(at.db, theirs ?? own, [[soughtKey(theirs?.id ?? 0, 'stranger')]], {}, 9)
    expect(ids).toHaveLength(1)
    expect(await unitPlaces(at.db, own, ids)).toEqual([])
  })

  it('keeps to the branch: siblings stay out, and what is in reach lends its words', async () => {
    const main = await seedConversation(at, [...filler.map((userText) => ({ userText })), { userText: 'The secret is a walrus.' }])
    const fork = await seedFork(at, main, 4, [{ userText: 'A ferry leaves at nine.' }, { userText: 'And then?' }])
    const other = await talk(['Something else.', 'And more.'])
    await ready()
    const turns = async (text: string, on: Seeded, scope?: 'conversation') => (await recalled(on, text, scope)).hits.map((hit) => hit.turnId)
    expect(await turns('walrus', fork)).toEqual([])
    expect(await turns('walrus', other)).toEqual([])
    expect(await turns('ferry', other)).toContain(fork.turnIds[0])
    expect(await turns('ferry', other, 'conversation')).toEqual([])
    expect(await turns('walrus', { ...main, last: main.last + 1 })).toContain(main.turnIds[5])
    // The turn that asks, and those after it, are not recalled.
    expect(await turns('walrus', main)).toEqual([])
    expect((await find('walrus')).total).toBe(0)
  })

  it('says so while its full text is being made, and goes on where it was cut off', async () => {
    await talk([...filler, 'A zeppelin.'])
    await kindIndex(at.db, at.ownerId, 'message', LARGE)
    await fillFullText(at.db, at.ownerId, 'message')
    const state = await mustState()
    await at.db.$transaction([changeStateOp(at.db, state, { filled: false })])
    await at.db.$executeRaw`DELETE FROM "SearchUnit" WHERE "ownerId" = ${at.ownerId} AND "number" > 3`
    const ids = async () => (await at.db.$queryRaw<{ id: number }[]>`SELECT "id" FROM "SearchUnit" WHERE "ownerId" = ${at.ownerId} ORDER BY "id"`).map((row) => Number(row.id))
    const before = await ids()
    forget('memory-index')
    const early = await find('zeppelin')
    expect(early.partial).toBe(true)
    await fillFullText(at.db, at.ownerId, 'message')
    expect((await ids()).slice(0, 3)).toEqual(before)
    expect(await mustState()).toMatchObject({ filled: true, units: 6 })
    expect(await numbers('zeppelin')).toEqual([6])
  })

  it('is written by one of two processes at a time: the other reads again', async () => {
    const { turnIds } = await talk(filler)
    await ready()
    const state = await mustState()
    await at.db.$transaction([changeStateOp(at.db, state, {})])
    await expect(at.db.$transaction([changeStateOp(at.db, state, { units: 99 })])).rejects.toThrow()
    expect((await mustState()).units).toBe(5)
    await seedChange(at, [at.db.turn.update({ where: { id: turnIds[0] ?? '' }, data: { userText: 'A zeppelin!' } })], 'turn', turnIds[0] ?? '')
    expect(await numbers('zeppelin')).toEqual([1])
    expect(await mustState()).toMatchObject({ units: 5, rev: await memoryRev(at.db, at.ownerId) })
  })

  it('is held again when much of it was forgotten', async () => {
    await talk(filler)
    await ready()
    const wide = { maxUnits: Math.ceil(5 / limits.fullText.shrunk) + 1 }
    forget('memory-index')
    expect((await kindIndex(at.db, at.ownerId, 'message', wide))?.live.units).toBe(5)
    expect(await countUnits(at.db, await mustState())).toMatchObject({ units: 0 })
    // And too large once more.
    forget('memory-index')
    await ready()
    expect(await mustState()).toMatchObject({ units: 5, filled: true })
    expect(await numbers('four')).toEqual([4])
  })

  const SYNTAX = [
    '"',
    "'",
    '*',
    'NEAR(',
    'AND',
    'OR',
    'NOT',
    '(',
    ')',
    ':',
    '^',
    '-',
    '{',
    '}',
    '&',
    '|',
    '!',
    '<->',
    '\\',
    '%',
    '_',
    ';--',
    'terms:',
    'secret',
    'mine',
    '日本',
    '\0',
    '\ud800',
    '🙂',
    '”',
  ]
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.oneof(fc.constantFrom(...SYNTAX), fc.string({ maxLength: 8 })), { maxLength: 12 }).map((parts) => parts.join(' ')),
    fc.constantFrom(...SYNTAX),
  )
  it('takes any text as data (promise 23)', async () => {
    const stranger = await owner()
    await talk(['A secret of mine: 日本 AND OR NOT.', ...filler], stranger)
    const own = await talk(['A secret of mine, 日本 too.', 'The constructor said OR.', ...filler])
    await ready(stranger)
    await ready()
    let found = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { hits } = await find(text)
        const { hits: turns, error } = await recalled({ ...own, last: 99 }, text)
        if (error) throw new Error(`${JSON.stringify(text)}: ${error}`)
        found += hits.length
        for (const { conversationId } of [...hits, ...turns]) if (conversationId !== own.conversationId) throw new Error(`${JSON.stringify(text)} shows ${conversationId}`)
      }),
      { numRuns: Number(process.env.MNEME_HOSTILE_SEARCHES ?? 100), seed: 23 },
    )
    expect(found).toBeGreaterThan(0)
    // Control: what is no term never reaches the database.
    await expect(unitsHolding(at.db, await mustState(), [[{ text: '1xa" OR "b' }]], {}, 9)).rejects.toThrow('not a term')
  }, 600_000)
})

describe('a term of the full text', () => {
  it('is of a-z and 0-9 alone, begins as its key begins, and is another for another key', () => {
    const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(key, key, fc.nat(30), (a, b, cut) => {
        expect(termOf(7, a)).toMatch(/^7x[a-z0-9]+$/)
        expect(termOf(7, a).startsWith(termOf(7, a.slice(0, cut)))).toBe(true)
        expect(termOf(7, a) === termOf(7, b)).toBe(a === b)
      }),
    )
    expect(termOf(7, 'k'.repeat(5_000)).length).toBeLessThan(100)
  })
})
