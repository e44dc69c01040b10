import { describe, expect, it } from 'vitest'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { type TestDb, testDb } from '@/lib/db/testing'
import { listConversations } from '@/lib/db/turns/conversations'
import { readContext } from '@/lib/memory/context/context'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { dueRollUps } from '@/lib/memory/summaries/roll-up'
import { limits } from '@/lib/shared/limits'
import { importJson, importText } from './testing-import'

const RECALL = [
  {
    id: 'walk',
    speakers: ['Bram', 'Ilse'],
    sessions: [],
    turns: [
      { id: 'D1:1', session: 0, speaker: 'Ilse', text: 'Hi Bram.', at: '2031-01-01T10:00:00.000Z' },
      {
        id: 'D1:2',
        session: 0,
        speaker: 'Bram',
        text: 'I bought a red kayak.',
        at: '2031-01-01T10:00:00.000Z',
      },
      {
        id: 'D1:3',
        session: 0,
        speaker: 'Bram',
        text: 'Look.',
        caption: 'a red kayak on grass',
        at: '2031-01-01T10:00:00.000Z',
      },
      { id: 'D1:4', session: 0, speaker: 'Ilse', text: 'Nice!', at: '2031-01-01T10:00:00.000Z' },
      { id: 'D2:1', session: 1, speaker: 'Ilse', text: 'How is the kayak?', at: '2031-01-01T12:00:00.000Z' },
      { id: 'D2:2', session: 1, speaker: 'Bram', text: 'It leaks.', at: '2031-01-01T12:00:00.000Z' },
    ],
  },
]
const turnsOf = ({ db, ownerId }: TestDb) =>
  db.turn.findMany({ where: { ownerId }, orderBy: [{ createdAt: 'asc' }, { number: 'asc' }] })
const said = async (test: TestDb) => (await turnsOf(test)).map((turn) => [turn.userText, turn.answer])
/** An owner's rows by table. */
const rowCounts = async ({ db, ownerId }: TestDb) => {
  const where = { ownerId }
  const counts = [
    db.conversation,
    db.turn,
    db.context,
    db.summary,
    db.branch,
    db.provenance,
    db.blob,
    db.trash,
  ].map((table) => (table as typeof db.turn).count({ where }))
  return Promise.all(counts)
}
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `Text ${i} about boat ${i * 7}.`,
  }))

describe('an import', () => {
  it('joins consecutive messages to turns, begins one at a new session, and keeps each message', async () => {
    const test = await testDb()
    const report = await importJson(test, RECALL, { size: 7 })
    expect(report).toMatchObject({
      format: 'recall-data',
      added: 1,
      unchanged: 0,
      refused: 0,
      turns: 4,
      conversations: [{ sourceId: 'walk', title: 'walk', status: 'added', turns: 4 }],
    })
    expect(await said(test)).toEqual([
      ['', 'Hi Bram.'],
      ['I bought a red kayak.\n\nLook.\n🖼 a red kayak on grass', 'Nice!'],
      ['', 'How is the kayak?'],
      ['It leaks.', ''],
    ])
    const [, second] = await turnsOf(test)
    expect(second?.messages).toEqual([
      { id: 'D1:2', speaker: 'Bram', at: '2031-01-01T10:00:00.000Z', part: 'user', start: 0, end: 21 },
      { id: 'D1:3', speaker: 'Bram', at: '2031-01-01T10:00:00.000Z', part: 'user', start: 23, end: 52 },
      { id: 'D1:4', speaker: 'Ilse', at: '2031-01-01T10:00:00.000Z', part: 'assistant', start: 0, end: 5 },
    ])
    await test.close()
  })

  it('gives every turn a context, summary and token counts at once, and indexes it', async () => {
    const test = await testDb()
    const { db, ownerId } = test
    const report = await importJson(test, many(60))
    const turns = await turnsOf(test)
    const context = await readContext(db, ownerId, { turnId: turns[3]?.id ?? '' })
    expect(context).toMatchObject({ turnNumber: 4, summary: expect.stringContaining('boat') })
    expect(context?.fullContext).toContain('Text 6 about boat 42.')
    expect(turns.every((turn) => turn.userTokens > 0 && turn.contextTokens > turn.answerTokens)).toBe(true)
    const path: [string, number][] = [[turns[0]?.branchId ?? '', 30]]
    expect([
      await db.summary.count({ where: { level: 0 } }),
      await db.summary.count({ where: { level: 1 } }),
      await dueRollUps(db, ownerId, path),
    ]).toEqual([30, 3, []])
    expect((await listConversations(db, ownerId, {}))[0]).toMatchObject({
      id: report.conversations[0]?.id,
      importedFrom: 'messages',
      turns: 30,
    })
    expect((await ownerIndex(db, ownerId)).turnOf.size).toBe(30)
    await test.close()
  })

  it('adds nothing when the same file comes twice', async () => {
    const test = await testDb()
    const first = await importJson(test, { id: 'x', title: 'Boats', messages: many(4) })
    const counts = await rowCounts(test)
    const second = await importJson(test, { id: 'x', title: 'Boats', messages: many(4) })
    expect(second).toMatchObject({
      added: 0,
      unchanged: 1,
      turns: 0,
      conversations: [{ id: first.conversations[0]?.id, status: 'unchanged' }],
    })
    expect(await rowCounts(test)).toEqual(counts)
    await test.close()
  })

  it('appends new turns of a grown conversation, and copies one that was changed here or there', async () => {
    const test = await testDb()
    const { db, ownerId } = test
    const file = (count: number, more = {}) => ({
      id: 'x',
      title: 'Boats',
      messages: many(count).map((message, i) => ({ ...message, at: 1_700_000_000 + i, ...more })),
    })
    const first = await importJson(test, file(4))
    await ownerIndex(db, ownerId)
    expect(await importJson(test, file(8))).toMatchObject({
      added: 1,
      turns: 2,
      conversations: [{ id: first.conversations[0]?.id, turns: 2, status: 'added' }],
    })
    expect(await importJson(test, file(8))).toMatchObject({ added: 0, unchanged: 1 })
    const turns = await turnsOf(test)
    expect(turns.map((turn) => [turn.number, turn.parentId, turn.userText])).toEqual(
      [1, 2, 3, 4].map((number, i) => [
        number,
        turns[i - 1]?.id ?? null,
        `Text ${i * 2} about boat ${i * 14}.`,
      ]),
    )
    expect((await listConversations(db, ownerId, {}))[0]).toMatchObject({
      turns: 4,
      updatedAt: '2023-11-14T22:13:26.000Z',
    })
    expect([
      (await ownerIndex(db, ownerId)).turnOf.size,
      (await readContext(db, ownerId, { turnId: turns[3]?.id ?? '' }))?.turnNumber,
    ]).toEqual([4, 4])

    // An earlier state adds nothing and restores nothing forgotten since, whatever the export's name is.
    expect(await importJson(test, file(4))).toMatchObject({
      added: 0,
      unchanged: 1,
      conversations: [{ id: first.conversations[0]?.id, status: 'unchanged' }],
    })
    expect(await importJson(test, { ...file(7), title: 'Ships' })).toMatchObject({ added: 0, unchanged: 1 })
    await db.turn.update({
      where: { id: turns[1]?.id ?? '' },
      data: { status: 'forgotten', userText: '', answer: '' },
    })
    expect(await importJson(test, file(6))).toMatchObject({ added: 0, unchanged: 1 })
    await db.turn.update({
      where: { id: turns[1]?.id ?? '' },
      data: { status: 'completed', userText: turns[1]?.userText ?? '' },
    })

    await db.turn.update({ where: { id: turns[1]?.id ?? '' }, data: { answer: 'Edited.' } })
    expect(await importJson(test, file(10))).toMatchObject({
      added: 1,
      turns: 5,
      conversations: [{ title: 'Boats (another version)' }],
    })
    await test.close()
  })

  it('writes a long conversation in short transactions and shows nothing of it before the last', async () => {
    const test = await testDb()
    const { db, ownerId } = test
    const seen: number[] = []
    let writes = 0
    const transaction = db.$transaction.bind(db) as (ops: unknown[]) => Promise<unknown>
    const watched = new Proxy(db, {
      get: (target, name) =>
        name === '$transaction'
          ? async (ops: unknown[]) => {
              const result = await transaction(ops)
              writes += 1
              seen.push(
                (await listConversations(db, ownerId, {})).length,
                (await ownerIndex(db, ownerId)).turnOf.size,
              )
              return result
            }
          : Reflect.get(target, name),
    })
    await importJson({ db: watched, ownerId }, many(1_000))
    expect(writes).toBeGreaterThan(5)
    expect([seen.slice(0, -2).every((count) => count === 0), seen.slice(-2)]).toEqual([true, [1, 500]])
    await test.close()
  })

  it('leaves only trash that a purge removes when it is killed, and can be done again', async () => {
    const test = await testDb()
    const { db, ownerId } = test
    const before = await rowCounts(test)
    const stop = new AbortController()
    const killed = new Proxy(db, {
      get: (target, name) => (name === 'trash' && stop.signal.aborted ? {} : Reflect.get(target, name)),
    })
    const report = await importJson({ db: killed, ownerId }, many(1_000), {
      signal: stop.signal,
      onProgress: ({ turns }) => turns > 200 && stop.abort(),
    })
    expect(report).toMatchObject({ cancelled: true, added: 0 })
    expect([await db.turn.count(), (await listConversations(db, ownerId, {})).length]).toEqual([
      expect.any(Number),
      0,
    ])
    expect(await db.turn.count()).toBeGreaterThan(100)
    const later = new Date(Date.parse('2026-05-01T10:00:00.000Z') + limits.transfer.stagingMs + 60_000)
    await purgeTrash(db, later)
    expect((await rowCounts(test)).slice(0, -1)).toEqual(before.slice(0, -1))
    expect(await importJson(test, many(1_000))).toMatchObject({ added: 1, turns: 500 })
    await test.close()
  })

  it('keeps what was complete before a file breaks off, and says so', async () => {
    const test = await testDb()
    const text = JSON.stringify([
      { id: 'a', messages: many(2) },
      { id: 'b', messages: many(4) },
    ])
    const report = await importText(test, text.slice(0, -30))
    expect(report).toMatchObject({
      added: 1,
      error: {
        message: 'The file is incomplete: it was cut off. 1 conversation was added before that.',
      },
    })
    expect(await said(test)).toHaveLength(1)
    await test.close()
  })
})
