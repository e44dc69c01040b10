import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blobOf, putBlobs } from '@/lib/db/engine/blobs'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation, seedFork } from '@/lib/db/testing-seed'
import { referencesIn } from '@/lib/memory/recall/referred'
import { inventedWords, quarterTokens } from '@/lib/memory/text/testing-names'
import { cpuMs } from '@/lib/shared/testing-cpu'
import type { WorkspaceTree } from '@/lib/shared/workspace'
import { buildContext, contextOps, readContext, readTree } from './context'
import { type WindowChoice, windowFor, windowStart } from './window'

const USUAL: WindowChoice = { size: 5, by: 'default', adaptive: true, minSize: 3, maxSize: 10 }
const sizeOf = (message: string, over: Partial<WindowChoice> = {}) =>
  windowFor(message, { ...USUAL, ...over }).size

describe('windowFor', () => {
  it('gives a demanding request 7, a message under 5 words 3, else the usual size; the keyword wins', () => {
    for (const message of [
      'Please refactor the login of our shop',
      'Implement the export as we said yesterday evening',
      'Can you design a logo for the bakery?',
      'Compare the two offers from last week',
      'Help me plan the trip to Norway in May',
      'Analyse what went wrong in the third round',
      'Analyze what went wrong in the third round',
      'We are debugging the same thing once more',
      'Review this letter before I send it off',
      'What is left to do for the migration of mail?',
      'refactor auth',
      'Plan it',
    ])
      expect([message, sizeOf(message)]).toEqual([message, 7])
    for (const message of ['And then?', 'Yes, do that', 'one two three four', '  ', '👍', '猫が好き。'])
      expect([message, sizeOf(message)]).toEqual([message, 3])
    for (const message of [
      'one two three four five',
      'The plane to the planet was an explanation',
      'What was the name of the dog again?',
      '昨日の夜に猫が窓から外へ逃げてしまいました。',
    ])
      expect([message, sizeOf(message)]).toEqual([message, 5])
  })

  it('stays within the bounds, of which the smallest window holds if they cross', () => {
    expect(sizeOf('refactor auth', { maxSize: 6 })).toBe(6)
    expect(sizeOf('And then?', { minSize: 4 })).toBe(4)
    expect(sizeOf('What was the name of the dog again?', { size: 50, by: 'user' })).toBe(10)
    expect(sizeOf('What was the name of the dog again?', { size: 0, by: 'user' })).toBe(3)
    expect(sizeOf('refactor auth', { minSize: 9, maxSize: 4 })).toBe(9)
  })

  it('never overrides a full window, nor what a person chose for the message or the conversation', () => {
    for (const message of ['refactor auth', 'And then?', 'What was the name of the dog again?']) {
      expect(sizeOf(message, { size: 'full', by: 'user' })).toBe('full')
      expect(sizeOf(message, { size: 1, by: 'message' })).toBe(1)
      expect(sizeOf(message, { size: 20, by: 'conversation' })).toBe(20)
      expect(sizeOf(message, { size: 4, by: 'user', adaptive: false })).toBe(4)
    }
  })

  it('says why in words', () => {
    const reasonOf = (message: string, over: Partial<WindowChoice> = {}) =>
      windowFor(message, { ...USUAL, ...over }).reason
    expect(reasonOf('Analyzing the logs of the shop today')).toBe('the message asks for work (“analyse”)')
    expect(reasonOf('And then?')).toBe('a short message, under 5 words')
    expect(reasonOf('What was the name of the dog?')).toBe('the usual size')
    expect(reasonOf('What was the name of the dog?', { size: 2, by: 'user' })).toBe(
      'chosen in Settings, at least 3',
    )
    expect(reasonOf('refactor auth', { maxSize: 6 })).toBe(
      'the message asks for work (“refactor”), at most 6',
    )
    expect(reasonOf('refactor auth', { size: 2, by: 'message' })).toBe('chosen for this message')
    expect(reasonOf('refactor auth', { size: 'full', by: 'conversation' })).toBe(
      'all earlier messages, chosen for this conversation',
    )
  })
})

describe('context', () => {
  let at: TestDb
  beforeEach(async () => {
    at = await testDb()
  })
  afterEach(() => at.close())
  const now = new Date('2026-05-01T10:00:00.000Z')

  const [name = '', other = ''] = inventedWords(2)
  const content = `# ${name}\n${'long text '.repeat(2_000)}end`
  const tree: WorkspaceTree = {
    files: {
      [`${name}.md`]: {
        hash: blobOf(content, 0).hash,
        bytes: content.length,
        tokens: 1,
        version: 2,
        turn: 1,
      },
    },
    state: { goal: other },
  }
  const input = (turnId: string, number = 1) => ({
    turnId,
    conversationId: 'conv_here',
    number,
    userText: `Write about ${name}.`,
    answer: 'Done.',
    tools: [
      { name: 'write_file', args: { path: `${name}.md` }, ok: true, result: 'written' },
      { name: 'read_file', args: { path: 'nowhere' }, ok: false, result: 'no such file' },
    ],
    tree,
    touched: [{ path: `${name}.md`, content }],
    countTokens: quarterTokens,
  })
  const store = (built: ReturnType<typeof buildContext>) =>
    at.db.$transaction(contextOps(at.db, at.ownerId, built, now))
  const turn = async () => (await seedConversation(at, [{ userText: 'x' }])).turnIds[0] ?? ''

  describe('the context of a turn', () => {
    it('is everything, readable and uncut', async () => {
      const turnId = await turn()
      const built = buildContext(input(turnId))
      expect(built.id).toMatch(/^ctx_1_[0-9a-f]{20}$/)
      await store(built)
      const read = await readContext(at.db, at.ownerId, { turnId })
      expect(read).toMatchObject({
        id: built.id,
        turnId,
        turnNumber: 1,
        fullContext: built.fullContext,
        tokenCount: quarterTokens(built.fullContext),
        toolCalls: ['write_file', 'read_file'],
      })
      for (const text of [
        `## User message\nWrite about ${name}.`,
        '## Answer\nDone.',
        `## Tool call 1: write_file\n{"path":"${name}.md"}\nwritten`,
        '## Tool call 2: read_file (failed)',
        `## Files\n${name}.md (${content.length} bytes, version 2)`,
        `## State\ngoal = ${other}`,
        `## File ${name}.md\n${content}`,
      ])
        expect(read?.fullContext).toContain(text)
    })

    it('stores an unchanged part once, shared with the file itself', async () => {
      await at.db.$transaction(putBlobs(at.db, at.ownerId, [blobOf(content, 1)], now))
      const before = await at.db.blob.count()
      const first = await turn()
      const built = buildContext(input(first))
      await store(built)
      const perContext = new Set(built.blobs.map((blob) => blob.hash)).size
      const added = (await at.db.blob.count()) - before
      expect(added).toBeLessThan(perContext + 3)
      const second = await turn()
      const count = await at.db.blob.count()
      await store(buildContext({ ...input(second), answer: 'Done once more.' }))
      expect(await at.db.blob.count()).toBe(count + 1)
      expect(await at.db.blob.count({ where: { hash: blobOf(content, 0).hash } })).toBe(1)
    })

    it('is replaced when the turn is run again', async () => {
      const turnId = await turn()
      await store(buildContext(input(turnId)))
      await store(buildContext({ ...input(turnId), answer: 'Second attempt.' }))
      expect((await readContext(at.db, at.ownerId, { turnId }))?.fullContext).toContain('Second attempt.')
      expect(await at.db.context.count({ where: { turnId } })).toBe(1)
    })

    it("is nobody else's, and gone with its conversation", async () => {
      const turnId = await turn()
      const built = buildContext(input(turnId))
      await store(built)
      expect(await readContext(at.db, 'somebody', { contextId: built.id })).toBeNull()
      await at.db.conversation.updateMany({ data: { trashId: 'bin' } })
      expect(await readContext(at.db, at.ownerId, { contextId: built.id })).toBeNull()
    })
  })

  describe('the workspace a turn starts from', () => {
    it('is that of the nearest turn before it on its path', async () => {
      const main = await seedConversation(at, [{ userText: 'a' }, { userText: 'b' }, { userText: 'c' }])
      const [first = '', second = '', third = ''] = main.turnIds
      await at.db.context.deleteMany({ where: { turnId: { in: [second, third] } } })
      await store(buildContext(input(first)))
      expect(await readTree(at.db, at.ownerId, third)).toEqual(tree)
      const fork = await seedFork(at, main, 1, [{ userText: 'b again' }])
      await at.db.context.deleteMany({ where: { turnId: fork.turnIds[0] ?? '' } })
      await store({
        ...buildContext({ ...input(second, 2), tree: { files: {}, state: { goal: 'main only' } } }),
      })
      expect((await readTree(at.db, at.ownerId, third)).state).toEqual({ goal: 'main only' })
      expect(await readTree(at.db, at.ownerId, fork.turnIds[0] ?? '')).toEqual(tree)
      expect(await readTree(at.db, at.ownerId, null)).toEqual({ files: {}, state: {} })
    })
  })
})

const NOW = new Date('2026-05-01T12:00:00.000Z')
const EARLIER = '2026-05-01T11:30:00.000Z'
const plan = (from: number) => ({ size: 9, reason: '', turns: [], tokens: 0, from, headAt: EARLIER })
const turns = (count: number, from: number | null, { at = EARLIER, tokens = 100 } = {}) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ number: i + 1, at, tokens },
    plan: from === null ? null : plan(from),
  }))
const room = (before: number, tokens = 6_000) => ({ size: 5, before, now: NOW, tokens })
const NEW = (from: number) => ({ from, headAt: NOW.toISOString() })

describe('a growing window', () => {
  it('begins where that of the turn before began, until it has almost twice its size', () => {
    expect(windowStart(turns(8, 1), room(9))).toEqual({ from: 1, headAt: EARLIER })
    expect(windowStart(turns(9, 1), room(10))).toEqual(NEW(6))
    expect(windowStart(turns(12, 6), room(13))).toEqual({ from: 6, headAt: EARLIER })
  })

  it('starts anew when its tokens are full, with the newest turns that take half of them', () => {
    expect(windowStart(turns(6, 1, { tokens: 1_000 }), room(7))).toEqual({ from: 1, headAt: EARLIER })
    expect(windowStart(turns(7, 1, { tokens: 1_000 }), room(8))).toEqual(NEW(5))
    expect(windowStart(turns(7, 1, { tokens: 9_000 }), room(8))).toEqual(NEW(7))
  })

  it('starts anew an hour after the last message, when no service has it in its cache', () => {
    expect(windowStart(turns(6, 1, { at: '2026-05-01T10:59:59.000Z' }), room(7))).toEqual(NEW(3))
  })

  it('starts anew where the turn before had no such window, or is the first', () => {
    expect(windowStart(turns(3, null), room(4))).toEqual(NEW(1))
    expect(windowStart([], room(1))).toEqual(NEW(1))
  })
})

const NONE = { numbers: [], same: null, decided: null }

describe('referencesIn', () => {
  it('finds turns by number, in order, and a few of a range', () => {
    const numbers = (text: string) => referencesIn(text).numbers
    expect(numbers('What did I say in turn 12?')).toEqual([12])
    expect(numbers('Compare [turn 7] with Turn #3.')).toEqual([7, 3])
    expect(numbers('Turns 3 and 4, please, and turn 3 again')).toEqual([3, 4])
    expect(numbers('Sum up turns 5-40')).toEqual([5, 6, 7])
    expect(numbers('turn no. 8')).toEqual([8])
  })

  it('reads no number that counts something else', () => {
    for (const text of [
      'Turn 90 degrees to the left',
      'turn 180° here',
      'Turn 12 pages ahead',
      'It is your turn 2 times',
      'In return 12 coins were paid',
      'I turned 12 in May',
      'Is turn 0 a thing?',
      'See [turn 7 of conversation conv_1].',
    ])
      expect([text, referencesIn(text)]).toEqual([text, NONE])
  })

  it('finds what was done before and names it without the phrase', () => {
    const same = (text: string) => referencesIn(text).same
    expect(same('Hello. Run the same command as before, please! Thanks.')).toBe('Run command')
    expect(same('Use the same spices for the soup as last time')).toBe('Use spices for the soup')
    expect(same('Bake the bread like before')).toBe('Bake the bread')
    expect(same('Show me the recipe from earlier')).toBe('Show me the recipe')
    for (const text of ['The same colour, please', 'Come before noon', 'As I get older it is the same'])
      expect([text, same(text)]).toEqual([text, null])
  })

  it('finds what was decided, and on what', () => {
    const decided = (text: string) => referencesIn(text).decided
    expect(decided('Do you know what we decided about the database?')).toBe('the database')
    expect(decided('What did we decide on the colour of the boat?')).toBe('the colour of the boat')
    expect(decided('Keep to what we’ve agreed for Friday.')).toBe('Friday')
    expect(decided('As we discussed about the budget')).toBe('the budget')
    expect(decided('Use the name we chose for the dog')).toBe('the dog')
    expect(decided('Stick to our decision on the logo')).toBe('the logo')
    for (const text of ['What did we eat?', 'We decided to go', 'They decided about the tax'])
      expect([text, decided(text)]).toEqual([text, null])
  })

  it('reads a very long message in bounded time', () => {
    const text = `${'turn 1 and the same the same we '.repeat(4_000)} as before`
    expect(cpuMs(() => referencesIn(text))).toBeLessThan(200)
  })
})
