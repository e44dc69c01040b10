import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { rollUpRowOps } from '@/lib/db/memory/summaries'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, type SeedTurn, seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import type { WindowTurn } from '@/lib/memory/context/window'
import { quarterTokens } from '@/lib/memory/text/testing-names'
import { forgetOnce } from '@/lib/shared/once'
import { withinMs } from '@/lib/shared/within'
import { excerptItems } from './excerpts'
import { recall } from './recall'
import type { AlreadyShown, RecallQuery } from './recall-query'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forgetOnce('memory-index')
  await at.close()
})

/** A file that a turn leaves behind. */
async function leave(talk: Seeded, turn: number, path: string, text: string) {
  const blob = blobOf(text, 1)
  const tree = blobOf(
    JSON.stringify({
      files: { [path]: { hash: blob.hash, bytes: text.length, tokens: 1, version: 1, turn } },
      state: {},
    }),
    1,
  )
  const turnId = talk.turnIds[turn - 1] ?? ''
  const writes = [
    ...putBlobs(at.db, at.ownerId, [blob, tree], new Date()),
    at.db.context.updateMany({
      where: { turnId: { in: talk.turnIds.slice(turn - 1) } },
      data: { treeHash: tree.hash },
    }),
    at.db.fileTouch.create({ data: { turnId, path, op: 'write', ownerId: at.ownerId, tokens: 1 } }),
  ]
  await seedChange(at, writes, 'turn', turnId)
}
const HELLO: SeedTurn[] = [{ userText: 'Good morning.', answer: 'Hello.' }]
const DAYS: SeedTurn[] = [
  'Rain fell all day.',
  'The bus was late again.',
  'A neighbour painted his fence.',
  'Bread was sold out.',
  'My bicycle squeaks.',
].map((userText) => ({
  userText,
}))
const SECRET = 'Router at the cabin\nThe wifi password is zanzibar-91.\nPlease keep it.'
/** A roll-up over turns with these numbers. */
async function rollUp(talk: Seeded, from: number, to: number, text: string) {
  const row = {
    id: 'rol_1',
    branchId: talk.branchId,
    level: 1,
    from,
    to,
    contextId: null,
    text,
    insights: [],
    tokens: 9,
    status: 'model' as const,
  }
  const sources = talk.contextIds.slice(from - 1, to).map((id) => `sum_${id}`)
  await at.db.$transaction(rollUpRowOps(at.db, at.ownerId, talk.conversationId, row, sources))
}
const NOW = new Date('2026-06-01T00:00:00Z')
const ask = (talk: Seeded, keywords: string[], more: Partial<RecallQuery> = {}) =>
  recall(at.db, at.ownerId, {
    conversationId: talk.conversationId,
    path: talk.path,
    before: talk.last + 1,
    request: { keywords },
    now: NOW,
    limit: 3,
    countTokens: quarterTokens,
    ...more,
  })
const kinds = (found: { hits: { kind: string }[] }) => found.hits.map((hit) => hit.kind)
const shown = (more: Partial<AlreadyShown>): { shown: AlreadyShown } => ({
  shown: { window: [], files: new Set(), summaries: new Set(), ...more },
})

const windowTurn = (talk: Seeded, i: number): WindowTurn => ({
  turnId: talk.turnIds[i] ?? '',
  number: i + 1,
  at: '2026-03-01T10:00:00.000Z',
  userText: DAYS[i]?.userText ?? '',
  answer: '',
  tools: [],
})

it('a recall does not wait long for an index that is still being loaded', async () => {
  expect(await withinMs(new Promise(() => {}), 0)).toBeNull()
  expect(await withinMs(Promise.resolve(7), 10_000)).toBe(7)
  await expect(withinMs(Promise.reject(new Error('broken')), 10_000)).rejects.toThrow('broken')
})

it('what was said is found, and the error kept for the log, when files cannot be looked through', async () => {
  const talk = await seedConversation(at, [{ userText: 'The wifi of the cabin is slow.' }, ...DAYS])
  await at.db.$executeRaw`DROP TABLE "FileTouch"`
  const found = await ask(talk, ['wifi', 'cabin'])
  expect(found.hits).toMatchObject([{ kind: 'turn', turnNumber: 1 }])
  expect(found.passages[0]?.text).toContain('The wifi of the cabin is slow.')
  expect([found.error, found.note, found.notice]).toEqual([expect.stringContaining('FileTouch'), '', ''])
})

describe('a file', () => {
  it('of another conversation is found by what stands in it alone, with its excerpt, place and reasons', async () => {
    const other = await seedConversation(at, [...HELLO, ...DAYS])
    await leave(other, 1, 'house/notes.md', SECRET)
    const talk = await seedConversation(at, DAYS)
    const found = await ask(talk, ['wifi', 'password'])
    expect(found.hits).toMatchObject([
      {
        kind: 'file',
        rank: 1,
        refId: `${other.conversationId}:house/notes.md`,
        turnId: other.turnIds[0],
        turnNumber: 1,
        contextId: other.contextIds[0],
        conversationId: other.conversationId,
      },
    ])
    expect(found.hits[0]?.excerpt).toContain('zanzibar-91')
    expect(found.hits[0]?.words?.filter((word) => word.held).map(({ word }) => word)).toEqual([
      'wifi',
      'password',
    ])
    expect(Object.values(found.hits[0]?.parts ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(
      found.hits[0]?.score ?? 0,
    )
    expect([found.note, found.passages.length]).toEqual(['', 1])
    expect(
      excerptItems(found.passages, { conversationId: talk.conversationId, now: NOW, zone: 'UTC' })[0]?.item,
    ).toEqual({
      attributes: {
        id: other.turnIds[0],
        who: 'file',
        file: 'house/notes.md',
        date: expect.stringMatching(/^2026-03-01T\d\d:\d\d:\d\d$/),
        age: '3-months',
      },
      text: SECRET,
    })
    expect(kinds(await ask(talk, ['wifi', 'password'], { scope: 'conversation' }))).toEqual([])
  })

  it('is not brought with the turn that wrote it, nor when the prompt holds it; a window names it only', async () => {
    const talk = await seedConversation(at, [...HELLO, ...DAYS])
    await leave(talk, 1, 'notes.md', SECRET)
    const file = `${talk.conversationId}:notes.md`
    expect(kinds(await ask(talk, ['wifi', 'password']))).toEqual(['file'])
    expect(kinds(await ask(talk, ['wifi', 'password'], shown({ files: new Set([file]) })))).toEqual([])
    expect(kinds(await ask(talk, ['wifi', 'password'], shown({ window: [windowTurn(talk, 0)] })))).toEqual([
      'file',
    ])
    expect(kinds(await ask(talk, ['morning', 'password']))).not.toContain('file')
  })

  it('of a sibling branch, of a later turn, or of which only a common word is looked for, is not found', async () => {
    const main = await seedConversation(at, [...HELLO, ...DAYS])
    await leave(main, 2, 'notes.md', SECRET)
    expect(kinds(await ask(main, ['wifi']))).toEqual(['file'])
    expect(kinds(await ask(main, ['wifi'], { before: 2 }))).toEqual([])
    expect(kinds(await ask(main, ['wifi', 'sailing', 'harbour', 'mast']))).toEqual([])
    const fork = await seedFork(at, main, 1, DAYS)
    expect(kinds(await ask(fork, ['wifi']))).toEqual([])
  })
})

describe('a summary', () => {
  const model = (talk: Seeded, turn: number, text: string) =>
    seedChange(
      at,
      [
        at.db.summary.update({
          where: { id: `sum_${talk.contextIds[turn - 1]}` },
          data: { text, status: 'model' },
        }),
      ],
      'summary',
      `sum_${talk.contextIds[turn - 1]}`,
    )

  it('is found by a word that its turn does not say, and not by words that it repeats', async () => {
    const told: SeedTurn = {
      userText: 'We booked two weeks in Lisbon.',
      answer: 'Enjoy the trams.',
      summary: { text: 'They booked two weeks in Lisbon.' },
    }
    const talk = await seedConversation(at, [...DAYS, told, ...DAYS])
    expect(kinds(await ask(talk, ['holiday', 'plans']))).toEqual([])
    await seedChange(
      at,
      [at.db.summary.updateMany({ data: { text: 'The user said: Lisbon.' } })],
      'summary',
      `sum_${talk.contextIds[5]}`,
    )
    expect(kinds(await ask(talk, ['user', 'said']))).toEqual([])
    await model(talk, 6, 'The holiday plans: two weeks in Lisbon.')
    const found = await ask(talk, ['holiday', 'plans'])
    expect(found.hits).toMatchObject([
      {
        kind: 'summary',
        turnId: talk.turnIds[5],
        turnNumber: 6,
        covers: { from: 6, to: 6 },
        contextId: talk.contextIds[5],
      },
    ])
    expect(found.passages[0]).toMatchObject({
      who: 'summary',
      text: 'The holiday plans: two weeks in Lisbon.',
    })
    expect(kinds(await ask(talk, ['Lisbon', 'weeks']))).toEqual(['turn'])
    expect(
      kinds(
        await ask(talk, ['holiday', 'plans'], shown({ summaries: new Set([`sum_${talk.contextIds[5]}`]) })),
      ),
    ).toEqual([])
    const inWindow = await ask(talk, ['holiday', 'plans'], shown({ window: [windowTurn(talk, 5)] }))
    expect([kinds(inWindow), inWindow.note]).toEqual([['summary'], ''])
  })

  it('of several turns says which, and stays out when one of them is shown', async () => {
    const talk = await seedConversation(
      at,
      DAYS.map((turn) => ({ ...turn, summary: { text: turn.userText } })),
    )
    await rollUp(talk, 1, 3, 'A gloomy commute and a handyman next door.')
    const found = await ask(talk, ['gloomy', 'commute'])
    expect(found.hits).toMatchObject([
      { kind: 'summary', refId: 'rol_1', turnNumber: 3, covers: { from: 1, to: 3 } },
    ])
    expect(
      excerptItems(found.passages, { conversationId: talk.conversationId, now: NOW, zone: 'UTC' })[0]?.item
        .attributes,
    ).toEqual({
      id: talk.turnIds[2],
      from: '1',
      to: '3',
      who: 'summary',
      date: expect.stringMatching(/^2026-03-01T\d\d:\d\d:\d\d$/),
      age: '3-months',
    })
    expect(kinds(await ask(talk, ['gloomy', 'commute', 'fence', 'painted']))).not.toContain('summary')
  })
})
