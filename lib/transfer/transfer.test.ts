import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trashConversation } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { buildContext, contextOps } from '@/lib/memory/context/context'
import { ContextMemoryStore } from '@/lib/memory/context/context-memory-store'
import { limits } from '@/lib/shared/limits'
import { emptyTree } from '@/lib/shared/workspace'
import { seedStream } from './export'
import { countWords, exported, importJson, importRuntime, importText } from './testing-import'

describe('export', () => {
  let at: TestDb
  beforeEach(async () => {
    at = await testDb()
  })
  afterEach(() => at.close())

  const runtime = importRuntime()
  const deps = () => ({ db: at.db, ownerId: at.ownerId, runtime, countTokens: countWords })
  const store = (conversationId: string) => new ContextMemoryStore({ ...deps(), conversationId })
  async function exported(conversationId?: string) {
    let text = ''
    for await (const piece of seedStream(deps(), conversationId)) text += piece
    return JSON.parse(text)
  }

  it('has the contexts and summaries of a conversation in the shapes of the seed, which a store imports', async () => {
    const { id } = await store('boats').storeContext('Files: [main.ts]', ['list_files'])
    await store('boats').storeSummary(id, 'Looked at main.ts', ['One file'])
    const memory = await exported('boats')
    expect(memory).toEqual({
      id: 'boats',
      title: 'Library',
      contexts: [
        {
          ...{
            id,
            turnNumber: 1,
            fullContext: expect.stringContaining('main.ts'),
            tokenCount: expect.any(Number),
          },
          ...{ toolCalls: ['list_files'], summary: 'Looked at main.ts' },
          parts: [{ who: 'user', title: '', chars: 16 }],
          createdAt: expect.any(String),
        },
      ],
      summaries: [
        {
          ...{ id: `sum_${id}`, contextId: id, turnNumber: 1, summary: 'Looked at main.ts' },
          ...{ insights: ['One file'], tokenCount: expect.any(Number) },
        },
      ],
      currentTurn: 1,
    })
    await store('copy').import({ ...memory, contexts: memory.contexts })
    expect((await exported('copy')).contexts[0].fullContext).toBe(memory.contexts[0].fullContext)
  })

  it('has every conversation, without those in the trash; an unknown one is an error', async () => {
    expect(await exported()).toEqual({ conversations: [] })
    await store('boats').storeContext('About boats')
    await store('tea').storeContext('About tea')
    const ids = async () => (await exported()).conversations.map(({ id }: { id: string }) => id).sort()
    expect(await ids()).toEqual(['boats', 'tea'])
    await trashConversation(at.db, at.ownerId, 'tea', 'trash_t', new Date())
    expect(await ids()).toEqual(['boats'])
    await expect(exported('tea')).rejects.toMatchObject({ code: 'not_found' })
    await expect(exported('nope')).rejects.toMatchObject({ code: 'not_found' })
  })

  const YARD = {
    turnId: 'turn_yard',
    conversationId: 'yard',
    number: 1,
    userText: 'I live in Graz.\n\n## Answer\nis a heading that I like.',
    answer: 'Noted.',
    tools: [{ name: 'set_state', args: { key: 'home', value: 'Graz' }, ok: true, result: 'Set.' }],
    tree: { ...emptyTree(), state: { home: 'Graz' } },
    touched: [],
    countTokens: countWords,
  }

  it('comes in again through the importer: the same memory, and each side has its own words', async () => {
    const talk = await seedConversation(at, [{ userText: YARD.userText, answer: YARD.answer }])
    const turnId = talk.turnIds[0] ?? ''
    const built = buildContext({ ...YARD, turnId, conversationId: talk.conversationId })
    await at.db.$transaction(contextOps(at.db, at.ownerId, built, runtime.now()))
    await store(talk.conversationId).storeSummary(built.id, 'Lives in Graz.', ['Home: Graz'])
    const [all, one] = [await exported(), await exported(talk.conversationId)]
    expect(one.contexts[0].fullContext).toContain('## State\nhome = Graz')

    for (const file of [all, one]) {
      const other = await testDb()
      const into = { ...deps(), db: other.db, ownerId: other.ownerId }
      const report = await importJson(other, file)
      expect(report).toMatchObject({ format: 'seed', added: 1, refused: 0, turns: 1 })
      let text = ''
      for await (const piece of seedStream(into, talk.conversationId)) text += piece
      expect(JSON.parse(text)).toEqual(one)
      expect(await other.db.turn.findFirst()).toMatchObject({ userText: YARD.userText, answer: YARD.answer })
      expect(await importJson(other, file)).toMatchObject({ added: 0, unchanged: 1 })
      await other.close()
    }
    expect(await importJson(at, all)).toMatchObject({ added: 0, unchanged: 1 })
  })

  it("takes a file of the original project, which has neither dates nor anybody's words, once", async () => {
    const contexts = [1, 3].map((turnNumber) => ({
      ...{ id: `ctx_${turnNumber}_x`, turnNumber, fullContext: `Files: [main.ts]\nState: ${turnNumber}` },
      tokenCount: 5,
    }))
    const file = { contexts, summaries: [], currentTurn: 3 }
    expect(await importJson(at, file)).toMatchObject({ format: 'seed', added: 1, turns: 3 })
    expect(await importJson(at, file)).toMatchObject({ added: 0, unchanged: 1 })
    const [found] = (await exported()).conversations
    expect(found.contexts.map(({ fullContext }: { fullContext: string }) => fullContext)).toEqual(
      contexts.map(({ fullContext }) => fullContext),
    )
  })

  it('refuses a conversation whose parts do not fit its text, or whose turns are too far apart', async () => {
    const context = { id: 'ctx_1_x', turnNumber: 1, fullContext: 'Hello.', tokenCount: 1 }
    const torn = { ...context, parts: [{ who: 'user', title: 'User message', chars: 6 }] }
    const far = { ...context, turnNumber: 90_000 }
    const file = (one: object) => ({ contexts: [one], summaries: [], currentTurn: 90_000 })
    const reasons = async (one: object) => (await importJson(at, file(one))).conversations[0]?.reason
    expect(await reasons(torn)).toContain('the parts of context ctx_1_x do not fit its text')
    expect(await reasons(far)).toBe('Message 90000 leaves too wide a gap.')
  })
})

const talk = (id: string) => ({ id, messages: [{ role: 'user', content: `Boat ${id}.` }] })

describe('the report of an import', () => {
  it('names an added conversation behind more refused ones than it lists', async () => {
    const test = await testDb()
    const refused = limits.transfer.reported + 1
    const report = await importJson(test, [...Array.from({ length: refused }, () => 7), talk('a')])
    expect([report.refused, report.added, report.conversations.length]).toEqual([
      refused,
      1,
      limits.transfer.reported + 1,
    ])
    expect(report.conversations.at(-1)).toMatchObject({ sourceId: 'a', status: 'added' })
    await test.close()
  })

  it.each([
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x5b]), 'The file is not UTF-8 text.'],
    ['UTF-16 without one', Buffer.from('[]', 'utf16le'), 'The file is not UTF-8 text.'],
    ['fewer bytes than a signature', Buffer.from('x'), 'This is neither a ZIP nor a JSON file.'],
    [
      'text that begins like JSON',
      Buffer.from('not a real picture'),
      'This is neither a ZIP nor a JSON file.',
    ],
  ])('says what the file is, however it is cut: %s', async (_, bytes, message) => {
    const test = await testDb()
    for (const size of [1, 3, 65_536])
      expect((await importText(test, bytes, { size })).error?.message).toBe(`${message} Nothing was added.`)
    expect(await importText(test, '[]', { size: 1 })).toMatchObject({
      error: { message: 'The file contains no conversations. Nothing was added.' },
    })
    await test.close()
  })

  it.each(['utf16le', 'utf16be'])('reads %s by its mark, however it is cut', async (kind) => {
    const bytes = Buffer.from(`\ufeff${JSON.stringify([talk('a'), talk('Zoë 😀')])}`, 'utf16le')
    if (kind === 'utf16be') bytes.swap16()
    for (const size of [1, 3, 65_536]) {
      const test = await testDb()
      expect(await importText(test, bytes, { size })).toMatchObject({ added: 2, refused: 0 })
      expect(await test.db.turn.count({ where: { userText: 'Boat Zoë 😀.' } })).toBe(1)
      await test.close()
    }
    const test = await testDb()
    const chat = Buffer.from('\ufeff13.02.26, 10:00 - Zoë: Hallo\n13.02.26, 10:01 - Ben: Hi\n', 'utf16le')
    expect(await importText(test, kind === 'utf16be' ? chat.swap16() : chat)).toMatchObject({ added: 1 })
    await test.close()
  })

  it('recognises an export of a newer Mneme, wherever it says so; earlier conversations stay', async () => {
    const [from, to] = [await testDb(), await testDb()]
    await importJson(from, [talk('a')])
    const { conversations } = JSON.parse(await exported(from)) as { conversations: unknown[] }
    const mneme = { format: 99 }
    const message = 'This export is from a newer version of Mneme.'
    expect(await importJson(to, { mneme, conversations })).toMatchObject({
      added: 0,
      error: { message: `${message} Nothing was added.` },
    })
    expect(await importJson(to, { conversations: {}, mneme })).toMatchObject({
      added: 0,
      error: { message: `${message} Nothing was added.` },
    })
    expect(await importJson(to, { conversations, mneme })).toMatchObject({
      added: 1,
      error: { message: `${message} 1 conversation was added before that.` },
    })
    await Promise.all([from.close(), to.close()])
  })
})
