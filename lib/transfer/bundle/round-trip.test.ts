import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTurns } from '@/lib/db/forget/purge/purge-turns'
import { trashConversation } from '@/lib/db/forget/trash'
import { testDb } from '@/lib/db/testing'
import { getConversation, listConversations } from '@/lib/db/turns/conversations'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { saveSetting } from '@/lib/settings/layers'
import { exported, importText } from '@/lib/transfer/testing-import'
import { type Drawn, drawnStore, dump, seedStore } from '@/lib/transfer/testing-store'
import { everyday } from '@/scripts/tier.mjs'

const STORES = everyday ? 2 : 200
/** One drawn store, the same each time. */
const [SAMPLE] = fc.sample(drawnStore, { numRuns: 1, seed: 7 }) as [Parameters<typeof seedStore>[1]]

/** What differs between a store and an import of its export: kinds of rows, or the import's message. */
async function roundTrip(drawn: Drawn): Promise<string[]> {
  const [from, to] = [await testDb(), await testDb()]
  try {
    await seedStore(from, drawn)
    const { format, added, refused, conversations } = await importText(to, await exported(from), {
      size: 1_000,
    })
    const said = conversations.flatMap((one) => one.reason ?? [])
    if (format !== 'mneme' || added !== drawn.conversations.length || refused > 0 || said.length)
      return [`the import: ${format}, ${added} added, ${refused} refused. ${said.join(' ')}`]
    const [before, after] = [await dump(from), await dump(to)]
    return Object.keys(before).filter((kind) => !isDeepStrictEqual(before[kind], after[kind]))
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

type Renamed = Record<string, unknown>
/** An export as versions before format 4 wrote it. */
function asBefore(text: string): string {
  const file = JSON.parse(text) as {
    mneme: { format: number }
    conversations: Record<'turns' | 'steps', Renamed[]>[]
  }
  const renamed = (rows: Renamed[], now: string, before: string) =>
    rows.map(({ [now]: value, ...row }) => ({ ...row, [before]: value }))
  for (const one of file.conversations) {
    one.turns = renamed(one.turns, 'plan', 'complexity')
    one.steps = renamed(one.steps, 'log', 'tries')
  }
  file.mneme.format = 3
  return JSON.stringify(file)
}

describe('an export', () => {
  it('imported into an empty database gives every row back', async () => {
    await fc.assert(
      fc.asyncProperty(drawnStore, async (drawn) => {
        expect(await roundTrip(drawn)).toEqual([])
      }),
      { numRuns: STORES, endOnFailure: true },
    )
  }, 600_000)

  it('holds the places of forgotten turns, and nothing of what they said', async () => {
    const [from, to] = [await testDb(), await testDb()]
    await seedStore(from, SAMPLE)
    const turn = await from.db.turn.findFirstOrThrow({
      where: { userText: { not: '' }, status: 'completed' },
    })
    await from.db.turn.update({ where: { id: turn.id }, data: { trashId: 'trash_1' } })
    await emptyTurns({ ...from, now: new Date(), promptFolder: null }, [turn.id])
    await from.db.turn.update({ where: { id: turn.id }, data: { trashId: null } })
    const text = await exported(from)
    expect(await importText(to, text)).toMatchObject({ added: SAMPLE.conversations.length, refused: 0 })
    expect(await dump(to)).toEqual(await dump(from))
    expect(await to.db.turn.findUnique({ where: { id: turn.id } })).toMatchObject({
      status: 'forgotten',
      userText: '',
      number: turn.number,
    })
    await Promise.all([from.close(), to.close()])
  })

  it('exports a row that imports refuse; only that conversation is refused elsewhere', {
    tags: 'full',
  }, async () => {
    const [from, to] = [await testDb(), await testDb()]
    await seedStore(from, SAMPLE)
    const turn = await from.db.turn.findFirstOrThrow({ where: { userText: { not: '' } } })
    await from.db.turn.update({ where: { id: turn.id }, data: { clientMessageId: 'x'.repeat(500) } })
    const text = await exported(from)
    expect(text).toContain(JSON.stringify(turn.userText).slice(1, -1))
    expect(await importText(to, text)).toMatchObject({ added: SAMPLE.conversations.length - 1, refused: 1 })
    await Promise.all([from.close(), to.close()])
  })

  it('negative control: a lost row is seen', { tags: 'full' }, async () => {
    const [from, to] = [await testDb(), await testDb()]
    await seedStore(from, SAMPLE)
    await importText(to, await exported(from))
    await from.db.citation.deleteMany({ where: { index: 0 } })
    expect(await dump(to)).not.toEqual(await dump(from))
    await Promise.all([from.close(), to.close()])
  })

  it('imported where it comes from, or twice, adds nothing', async () => {
    const [from, to] = [await testDb(), await testDb()]
    await seedStore(from, SAMPLE)
    const text = await exported(from)
    const before = await dump(from)
    const count = SAMPLE.conversations.length
    expect(await importText(from, text)).toMatchObject({ added: 0, unchanged: count, refused: 0 })
    expect(await dump(from)).toEqual(before)
    await importText(to, text)
    expect(await importText(to, text)).toMatchObject({ added: 0, unchanged: count })
    expect(await importText(from, await exported(to))).toMatchObject({ added: 0, unchanged: count })
    await Promise.all([from.close(), to.close()])
  })

  it('of before format 4 gives every row back, and is the same import as one of today', async () => {
    const from = await testDb()
    await seedStore(from, SAMPLE)
    await from.db.step.updateMany({ data: { log: [{ notice: 'Slow.' }] } })
    const now = await exported(from)
    expect(now).toMatch(/"plan":\{.*"log":\[\{"notice":"Slow\."/s)
    const count = SAMPLE.conversations.length
    for (const [first, second] of [
      [asBefore(now), now],
      [now, asBefore(now)],
    ] as const) {
      const to = await testDb()
      expect(await importText(to, first)).toMatchObject({ added: count, refused: 0 })
      expect(await dump(to)).toEqual(await dump(from))
      // So that only the hash of the file shows that it was imported already.
      await to.db.conversation.updateMany({ data: { title: 'Renamed here' } })
      expect(await importText(to, second)).toMatchObject({ added: 0, unchanged: count })
      await to.close()
    }
    await from.close()
  })

  it('imported by another user of the same database gets new ids and changes nothing of theirs', {
    tags: 'full',
  }, async () => {
    const test = await testDb()
    const conversationIds = await seedStore(test, SAMPLE)
    const before = await dump(test)
    const text = await exported(test)
    const other = { db: test.db, ownerId: 'somebody' }
    await test.db.user.create({ data: { id: 'somebody', createdAt: new Date() } })
    expect(await importText(other, text)).toMatchObject({ added: conversationIds.length, refused: 0 })
    expect(await dump(test)).toEqual(before)
    const theirs = await dump(other)
    for (const [table, rows] of Object.entries(before))
      expect([table, theirs[table]?.length]).toEqual([table, rows.length])
    const ids = Object.entries(before)
      .flatMap(([table, rows]) =>
        table === 'blobs' || table === 'settings'
          ? []
          : rows.map((row) => String((JSON.parse(row) as { id?: string }).id)),
      )
      .filter((id) => id !== 'undefined')
    const all = JSON.stringify({
      ...theirs,
      blobs: [],
      turns: theirs.turns?.map((row) => ({ ...(JSON.parse(row) as object), clientMessageId: '' })),
    })
    expect(
      ids.flatMap((id) =>
        all.includes(id) ? [all.slice(Math.max(0, all.indexOf(id) - 60), all.indexOf(id) + 60)] : [],
      ),
    ).toEqual([])
    const turns = await test.db.turn.findMany({ where: { ownerId: 'somebody' } })
    expect(
      (await turnDtos(test.db, 'somebody', turns))
        .flatMap((turn) => turn.steps.flatMap((step) => step.recalls))
        .every((recall) => recall.hits.length > 0),
    ).toBe(true)
    expect(await importText(other, text)).toMatchObject({ added: 0, unchanged: conversationIds.length })
    await test.close()
  })

  it('contains neither the provider nor the trash, and only one conversation on request', async () => {
    const test = await testDb()
    const { db, ownerId } = test
    const ids = await seedStore(test, {
      ...SAMPLE,
      conversations: [...SAMPLE.conversations, ...SAMPLE.conversations].slice(0, 2),
    })
    const text = await exported(test)
    expect([
      text.includes('secret-service'),
      text.includes('prompt.totalTokens'),
      JSON.parse(text).conversations.length,
    ]).toEqual([false, true, 2])
    const one = JSON.parse(await exported(test, ids[1]))
    expect([one.conversations.length, one.conversations[0].conversation.id, one.settings]).toEqual([
      1,
      ids[1],
      undefined,
    ])
    await trashConversation(db, ownerId, ids[0] ?? '', 'trash_1', new Date())
    expect(JSON.parse(await exported(test)).conversations.length).toBe(1)
    await expect(exported(test, ids[0])).rejects.toMatchObject({ code: 'not_found' })
    await expect(exported({ db, ownerId: 'somebody' }, ids[1])).rejects.toMatchObject({ code: 'not_found' })
    await test.close()
  })

  it('contains own instructions, but none is ever taken from a file', async () => {
    const [from, to] = [await testDb(), await testDb()]
    const [id = ''] = await seedStore(from, { ...SAMPLE, conversations: SAMPLE.conversations.slice(0, 1) })
    await saveSetting(from.db, from.ownerId, 'user', 'instructions.person', 'Obey the file.')
    await saveSetting(from.db, from.ownerId, id, 'instructions.conversation', 'Obey it here.')
    const text = await exported(from)
    expect([text.includes('Obey the file.'), text.includes('Obey it here.')]).toEqual([true, true])
    await importText(to, text)
    const taken = await to.db.setting.findMany({ where: { key: { startsWith: 'instructions' } } })
    expect(taken).toEqual([])
    await from.close()
    await to.close()
  })

  it('marks imported data, and adds a second conversation if the first has changed here', {
    tags: 'full',
  }, async () => {
    const [from, to] = [await testDb(), await testDb()]
    await seedStore(from, { ...SAMPLE, conversations: SAMPLE.conversations.slice(0, 1) })
    const text = await exported(from)
    await importText(to, text)
    const [listed] = await listConversations(to.db, to.ownerId, {})
    expect([
      listed?.importedFrom,
      (await getConversation(to.db, to.ownerId, listed?.id ?? '')).origin,
    ]).toEqual(['mneme', 'import:mneme'])
    expect(await to.db.turn.count({ where: { importedAt: null } })).toBe(0)
    expect(await from.db.turn.count({ where: { importedAt: { not: null } } })).toBe(0)
    await from.db.conversation.updateMany({ data: { title: 'New name' } })
    expect(await importText(from, text)).toMatchObject({ added: 1, unchanged: 0 })
    expect(await importText(from, text)).toMatchObject({ added: 0, unchanged: 1 })
    await Promise.all([from.close(), to.close()])
  })
})
