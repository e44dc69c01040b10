// @module-tag full
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeOps } from '@/lib/db/engine/changes'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { restoreTrash, trashConversation, trashParts } from '@/lib/db/forget/trash'
import { listForgotten } from '@/lib/db/forget/trash-list'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { countUnits, searchState } from '@/lib/db/memory/full-text'
import { frequencyOf, unitPlaces, unitsHolding } from '@/lib/db/memory/full-text-search'
import { seedChange, seedConversation } from '@/lib/db/testing-seed'
import { hostileTexts } from '@/lib/memory/search/testing-hostile-search'
import { inventedWords } from '@/lib/memory/text/testing-names'
import { limits } from '@/lib/shared/limits'
import { runs } from '@/scripts/tier.mjs'
import { fullTextNow } from './load/full-text'
import { FILLER, onBoth } from './testing-large'
import { soughtKey, stateTerm } from './tokens'

const START = new Date('2026-05-01T10:00:00.000Z')
const later = new Date(START.getTime() + 60_000)

onBoth('what a memory too large to be trashed shows', (on) => {
  it('has what was committed in the next query, and not what was changed or put into the trash; what is restored comes back', async () => {
    const { conversationId, turnIds } = await on.talk(FILLER)
    await on.talk(FILLER)
    await on.ready()
    const turnId = turnIds[2] ?? ''
    const rewrite = (userText: string) =>
      seedChange(on.at, [on.at.db.turn.update({ where: { id: turnId }, data: { userText } })], 'turn', turnId)
    expect(await on.numbers('zeppelin')).toEqual([])
    await rewrite('A zeppelin!')
    expect(await on.numbers('zeppelin')).toEqual([3])
    await rewrite('An airship!')
    expect([await on.numbers('zeppelin'), await on.numbers('airship')]).toEqual([[], [3]])
    await trashConversation(on.at.db, on.at.ownerId, conversationId, `bin ${on.at.ownerId}`, START)
    expect(await on.numbers('airship')).toEqual([])
    await restoreTrash(on.at.db, on.at.ownerId, `bin ${on.at.ownerId}`)
    expect(await on.numbers('airship')).toEqual([3])
  })

  it('negative control: without a Change it is not found', async () => {
    const { turnIds } = await on.talk(FILLER)
    await on.ready()
    await on.at.db.turn.update({ where: { id: turnIds[0] ?? '' }, data: { userText: 'A zeppelin!' } })
    expect(await on.numbers('zeppelin')).toEqual([])
  })

  it('catches up in pages of short transactions, and after one that failed goes on to the whole', async () => {
    const { page } = limits.fullText
    const count = 2 * page + 1
    const { conversationId, turnIds } = await on.talk(Array.from({ length: count }, (_, i) => `Line ${i}.`))
    await on.ready()
    const { db, ownerId } = on.at
    const changes = turnIds.map((refId) => ({ kind: 'turn', refId, op: 'put' }) as const)
    const rewrite = (userText: string) =>
      db.$transaction([
        db.turn.updateMany({ where: { ownerId, conversationId }, data: { userText } }),
        ...changeOps(db, ownerId, changes),
      ])
    const telling = async (word: string) => (await on.find(word)).total
    const before = await on.mustState()
    await rewrite('A zeppelin!')
    expect((await fullTextNow(db, ownerId, 'message'))?.version).toBe(
      before.version + Math.ceil(count / page) + 1,
    )
    expect(await telling('zeppelin')).toBe(count)

    const halfway = await on.mustState()
    await rewrite('An airship!')
    let left = 1
    const failing = new Proxy(db, {
      get: (of, key) =>
        key === '$transaction' && left-- <= 0
          ? () => Promise.reject(new Error('the disk is full'))
          : Reflect.get(of, key, of),
    })
    await expect(fullTextNow(failing, ownerId, 'message')).rejects.toThrow('the disk is full')
    expect(await on.mustState()).toMatchObject({ rev: halfway.rev, version: halfway.version + 1 })
    expect([await telling('airship'), await telling('zeppelin')]).toEqual([count, 0])
  })

  it('forgets: no unit, no term, and the proof looks there too', async () => {
    const secret = `qzebra${inventedWords(1)[0]}`
    const talked = await seedConversation(on.at, [
      { userText: `My word is ${secret}.`, summary: { text: `It was ${secret}.` } },
      ...FILLER.map((userText) => ({ userText, summary: { text: userText } })),
    ])
    await on.ready()
    const state = await searchState(on.at.db, on.at.ownerId, 'message')
    const sums = await searchState(on.at.db, on.at.ownerId, 'summary')
    if (!state || !sums) throw new Error('there is no full text')
    const left = async () => [
      await frequencyOf(on.at.db, state, [soughtKey(state.id, secret.slice(0, 7), true)], 9),
      await frequencyOf(on.at.db, sums, [soughtKey(sums.id, secret.slice(0, 7), true)], 9),
      (await unitsHolding(on.at.db, state, [[soughtKey(state.id, 'word')]], {}, 9)).length,
    ]
    const bytes = stateTerm(0, secret.slice(1, 12)).slice(2)
    const inFile = () =>
      on.name === 'SQLite' &&
      ['', '-wal'].some((more) => readFileSync(`${sqliteFile(on.url())}${more}`).includes(bytes))
    expect([await left(), inFile()]).toEqual([[1, 1, 1], on.name === 'SQLite'])
    // Without a query in between: the purge itself removes them.
    await trashParts(
      on.at.db,
      on.at.ownerId,
      [
        {
          trashId: `bin ${on.at.ownerId}`,
          turnIds: [talked.turnIds[0] ?? ''],
          trashed: { ...trashedWhole(talked.conversationId), kind: 'turns', numbers: [1] },
        },
      ],
      START,
      30_000,
    )
    expect(await purgeTrash(on.at.db, later)).toBe(1)
    expect(await left()).toEqual([0, 0, 0])
    expect(inFile()).toBe(false)
    expect(await countUnits(on.at.db, state)).toEqual({
      units: 5,
      terms: (await searchState(on.at.db, on.at.ownerId, 'message'))?.terms,
    })
    const [gone] = await listForgotten(on.at.db, on.at.ownerId, 9)
    expect(JSON.stringify(gone)).not.toContain('full-text')
    expect(await on.numbers(secret)).toEqual([])
  })

  it('negative control: a unit that the purge does not find is named by the proof', async () => {
    const { conversationId, turnIds } = await on.talk(['A secret pond.', ...FILLER])
    await on.ready()
    await trashParts(
      on.at.db,
      on.at.ownerId,
      [
        {
          trashId: `bin ${on.at.ownerId}`,
          turnIds: [turnIds[0] ?? ''],
          trashed: { ...trashedWhole(conversationId), kind: 'turns', numbers: [1] },
        },
      ],
      START,
      30_000,
    )
    await on.at.db.$executeRaw`UPDATE "SearchUnit" SET "refId" = 'lost' WHERE "refId" = ${turnIds[0] ?? ''}`
    expect(await purgeTrash(on.at.db, later)).toBe(1)
    expect(JSON.stringify(await listForgotten(on.at.db, on.at.ownerId, 9))).toContain('full-text')
  })

  it("finds nothing of somebody else's, even by their terms", async () => {
    const stranger = await on.owner()
    await on.talk([...FILLER, 'A secret kept by a stranger.'], stranger)
    await on.talk([...FILLER, 'A secret of mine.'])
    await on.ready(stranger)
    await on.ready()
    expect((await on.find('secret kept stranger')).hits.map((hit) => hit.excerpt.text)).toEqual([
      'A secret of mine.',
    ])
    const [own, theirs] = [await on.mustState(), await searchState(on.at.db, stranger.ownerId, 'message')]
    const ids = await unitsHolding(on.at.db, theirs ?? own, [[soughtKey(theirs?.id ?? 0, 'stranger')]], {}, 9)
    expect(ids).toHaveLength(1)
    expect(await unitPlaces(on.at.db, own, ids)).toEqual([])
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
  const hostile = hostileTexts(SYNTAX)
  it('takes any text as data', async () => {
    const stranger = await on.owner()
    await on.talk(['A secret of mine: 日本 AND OR NOT.', ...FILLER], stranger)
    const own = await on.talk(['A secret of mine, 日本 too.', 'The constructor said OR.', ...FILLER])
    await on.ready(stranger)
    await on.ready()
    let found = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { hits } = await on.find(text)
        const { hits: turns, error } = await on.recalled({ ...own, last: 99 }, text)
        if (error) throw new Error(`${JSON.stringify(text)}: ${error}`)
        found += hits.length
        for (const { conversationId } of [...hits, ...turns])
          if (conversationId !== own.conversationId)
            throw new Error(`${JSON.stringify(text)} shows ${conversationId}`)
      }),
      { numRuns: runs(100), seed: 23 },
    )
    expect(found).toBeGreaterThan(0)
    // Control: what is not a term never reaches the database.
    await expect(
      unitsHolding(on.at.db, await on.mustState(), [[{ text: '1xa" OR "b' }]], {}, 9),
    ).rejects.toThrow('not a term')
  }, 600_000)
})
