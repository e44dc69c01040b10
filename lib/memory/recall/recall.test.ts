import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import type { MemoryIndex } from '@/lib/memory/index/memory-index'
import { searchIndex } from '@/lib/memory/index/search'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { questionOf } from '@/lib/memory/text/question'
import { inventedWords, quarterTokens } from '@/lib/memory/text/testing-names'
import type { RecallRequest } from '@/lib/shared/schemas'
import { recall } from './recall'
import type { RecallQuery } from './recall-query'

let at: TestDb
let words: string[]
beforeEach(async () => {
  at = await testDb()
  words = inventedWords(12)
})
afterEach(() => at.close())

const word = (i: number) => words[i] ?? ''
const fill = (i: number) => ({ userText: `Turn about ${word(i)}.`, answer: `Noted: ${word(i)}.` })
const ask = (talk: Seeded, request: RecallRequest, more: Partial<RecallQuery> = {}, index?: MemoryIndex) =>
  recall(
    at.db,
    at.ownerId,
    {
      conversationId: talk.conversationId,
      path: talk.path,
      before: talk.last,
      request,
      now: new Date('2026-06-01T00:00:00Z'),
      limit: 3,
      countTokens: quarterTokens,
      ...more,
    },
    index,
  )
const numbers = (found: { hits: { turnNumber: number | null }[] }) => found.hits.map((hit) => hit.turnNumber)

/** Searches without the rules of paths: what a recall must not do. */
const careless: MemoryIndex = {
  engine: 'careless',
  async search(db, ownerId, query) {
    return searchIndex(
      await ownerIndex(db, ownerId),
      questionOf(query.text),
      () => ({ factor: 1, upTo: 1e9 }),
      query.limit,
    ).hits
  },
}

describe('recall', () => {
  it('finds the turn that holds what is looked for, with its context in the passages', async () => {
    const talk = await seedConversation(at, [
      fill(0),
      {
        userText: `My ${word(1)} is ${word(2)}.`,
        answer: 'Noted.',
        tools: [{ name: 'read_file', args: {}, ok: true, result: `the file says ${word(3)}` }],
      },
      fill(4),
      fill(5),
    ])
    const found = await ask(talk, { keywords: [word(1)] }, { limit: 1 })
    expect(numbers(found)).toEqual([2])
    expect(found.hits[0]).toMatchObject({
      rank: 1,
      kind: 'turn',
      turnId: talk.turnIds[1],
      contextId: talk.contextIds[1],
      conversationId: talk.conversationId,
    })
    expect(found.hits[0]?.score).toBeGreaterThan(0)
    expect(found.hits[0]?.score).toBeLessThanOrEqual(1)
    expect(found.hits[0]?.excerpt).toContain(word(2))
    expect(Object.values(found.hits[0]?.parts ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(
      found.hits[0]?.score ?? 0,
    )
    expect(found.passages.map((passage) => passage.who)).toEqual(['user', 'assistant', 'tool'])
    expect(found.passages.map((passage) => passage.text).join('\n')).toContain(word(3))
    expect(found.note).toBe('')
  })

  it('puts turns and ids that were asked for first, then keyword hits by relevance, each turn once, cut last', async () => {
    const talk = await seedConversation(at, [
      fill(0),
      fill(1),
      fill(2),
      { userText: `${word(1)} and ${word(2)}` },
      fill(3),
      fill(4),
    ])
    const request = {
      turnNumbers: [5, 1],
      contextIds: [talk.contextIds[0] ?? ''],
      keywords: [word(1), word(2)],
    }
    const found = await ask(talk, request)
    expect(numbers(found)).toEqual([5, 1, 4])
    expect(found.hits.map((hit) => 'asked' in hit.parts)).toEqual([true, true, false])
    expect(new Set(found.nearMisses.map((hit) => hit.turnNumber))).toEqual(new Set([2, 3]))
    expect((await ask(talk, request, { limit: 1 })).note).toBe('only 1 of 2 turns fit')
    expect(numbers(await ask(talk, request, { limit: 1 }))).toEqual([5])
  })

  it('quotes a turn that was asked for as long as there is room', async () => {
    const answer = `${`The ${word(1)} is oiled and wiped. `.repeat(160)}The last word is ${word(2)}.`
    const talk = await seedConversation(at, [fill(0), { userText: 'Write the plan.', answer }, fill(4)])
    const { passages } = await ask(talk, { turnNumbers: [2] })
    expect(passages.find(({ who }) => who === 'assistant')?.text).toContain(`The last word is ${word(2)}.`)
  })

  it('does not quote what an earlier recall quoted: that is found where it was said', async () => {
    const tools = [
      {
        name: 'recall_context',
        args: { keywords: [word(1)] },
        ok: true,
        result: `| My ${word(1)} is ${word(2)}.`,
      },
      { name: 'search_files', args: { text: word(1) }, ok: true, result: `a.md: the ${word(1)} list` },
    ]
    const talk = await seedConversation(at, [
      { userText: `Where is my ${word(1)}?`, answer: 'Here.', tools },
      fill(4),
    ])
    const found = await ask(talk, { keywords: [word(1)] }, { limit: 1 })
    expect(
      found.passages.filter((passage) => passage.who === 'tool').map((passage) => passage.title),
    ).toEqual(['Tool call: search_files'])
  })

  it('never recalls the turn that asks, nor one after it', async () => {
    const talk = await seedConversation(at, [
      fill(0),
      fill(1),
      { userText: `And now ${word(0)}?`, status: 'running' },
    ])
    await at.db.turn.update({ where: { id: talk.turnIds[2] ?? '' }, data: { status: 'completed' } })
    const request = { turnNumbers: [3], contextIds: [talk.contextIds[2] ?? ''], keywords: [word(0)] }
    const found = await ask(talk, request)
    expect(numbers(found)).toEqual([1])
    expect(found.note).toBe(`no turn 3; turns 1-2 exist; no context ${talk.contextIds[2]}`)
    const broken = await ask(talk, request, {}, careless)
    expect(numbers(broken)).toContain(3)
  })

  it('keeps to the branch, but for an id that was asked for', async () => {
    const main = await seedConversation(at, [fill(0), { userText: `secret ${word(1)}` }, fill(2)])
    const fork = await seedFork(at, main, 1, [fill(3), fill(4)])
    expect(numbers(await ask(fork, { keywords: [word(1)] }))).toEqual([])
    expect(numbers(await ask(fork, { keywords: [word(1)] }, {}, careless))[0]).toBe(2)
    expect((await ask(fork, { turnNumbers: [2] })).hits[0]?.turnId).toBe(fork.turnIds[0])
    const byId = await ask(fork, { contextIds: [main.contextIds[1] ?? ''] })
    expect(byId.hits[0]?.turnId).toBe(main.turnIds[1])
    expect(byId.passages[0]?.text).toContain(word(1))
  })

  it('reaches the active paths of other conversations, and prefers its own a little', async () => {
    const other = await seedConversation(at, [fill(0), { userText: `left ${word(1)}` }])
    await seedFork(at, other, 1, [{ userText: `right ${word(2)}` }])
    const talk = await seedConversation(at, [fill(0), fill(5)])
    expect([
      ...new Set((await ask(talk, { keywords: [word(0)] })).hits.map((hit) => hit.conversationId)),
    ]).toEqual([talk.conversationId, other.conversationId])
    expect(numbers(await ask(talk, { keywords: [word(2)] }))).toEqual([2])
    expect(numbers(await ask(talk, { keywords: [word(1)] }))).toEqual([])
    expect(numbers(await ask(talk, { keywords: [word(2)] }, { scope: 'conversation' }))).toEqual([])
    await seedChange(
      at,
      [at.db.conversation.update({ where: { id: other.conversationId }, data: { trashId: 'bin' } })],
      'conversation',
      other.conversationId,
    )
    expect(numbers(await ask(talk, { keywords: [word(2)] }))).toEqual([])
    expect((await ask(talk, { contextIds: [other.contextIds[0] ?? ''] })).note).toContain('no context')
  })

  it('leaves the earlier version of a turn out while the new one is still being answered', async () => {
    const other = await seedConversation(at, [fill(0), { userText: `left ${word(1)}` }])
    const talk = await seedConversation(at, [fill(3), fill(5)])
    expect(numbers(await ask(talk, { keywords: [word(1)] }))).toEqual([2])
    const edited = {
      id: 't_new',
      conversationId: other.conversationId,
      clientMessageId: 'm_new',
      branchId: 'b_new',
      userText: 'right',
      userTokens: 1,
      attachments: [],
      options: {},
      title: '',
      now: new Date(),
    }
    await acceptTurn(at.db, at.ownerId, edited, { beside: other.turnIds[1] ?? '' })
    expect(numbers(await ask(talk, { keywords: [word(1)] }))).toEqual([])
  })

  it("finds nothing of somebody else's", async () => {
    const talk = await seedConversation(at, [fill(0), fill(1)])
    const stranger = { db: at.db, ownerId: `user_${word(9)}` }
    await at.db.user.create({ data: { id: stranger.ownerId, createdAt: new Date() } })
    const theirs = await seedConversation(stranger, [fill(7), fill(8)])
    const found = await ask(talk, { keywords: [word(7)], contextIds: [theirs.contextIds[0] ?? ''] })
    expect(found.hits).toEqual([])
    expect(found.note).toContain(`no context ${theirs.contextIds[0]}`)
  })

  it.each([
    [{ turnNumbers: [99] }, 'no turn 99; turns 1-12 exist'],
    [{ turnNumbers: [0, 13] }, 'no turns 0, 13; turns 1-12 exist'],
    [{ contextIds: ['ctx_none'] }, 'no context ctx_none'],
    [{}, 'name turn numbers, context ids or keywords to look for'],
    [{ keywords: [''] }, 'name turn numbers, context ids or keywords to look for'],
    [{ keywords: ['the'] }, 'no earlier turn mentions "the"'],
    [
      { turnNumbers: ['one'] },
      'recall needs turnNumbers (whole numbers), contextIds or keywords (lists of texts)',
    ],
  ])('answers %j with a note', async (request, note) => {
    const talk = await seedConversation(at, [
      ...Array.from({ length: 12 }, (_, i) => fill(i)),
      { userText: 'now' },
    ])
    const found = await ask(talk, request as RecallRequest)
    expect(found).toMatchObject({ hits: [], passages: [], note })
  })

  it('tells of an error instead of throwing it', async () => {
    const talk = await seedConversation(at, [fill(0), fill(1)])
    const broken: MemoryIndex = { engine: 'broken', search: () => Promise.reject(new Error('index on fire')) }
    expect(await ask(talk, { keywords: [word(0)] }, {}, broken)).toMatchObject({
      hits: [],
      error: 'index on fire',
      note: 'memory could not be read this time',
    })
  })

  it('shows the message right after a hit that corrects its value, but not the version that was edited', async () => {
    const talk = await seedConversation(at, [
      { userText: `The ${word(0)} code is 9026.`, answer: 'Noted.' },
      { userText: "No, it's 9027.", answer: 'Noted.' },
      { userText: `The ${word(1)} code is 5520.`, answer: 'Noted.' },
      { userText: 'Thanks, that is all.', answer: 'Hello' },
      fill(2),
    ])
    expect(numbers(await ask(talk, { keywords: [word(0)] }, { limit: 2 }))).toEqual([2, 1])
    expect(numbers(await ask(talk, { keywords: [word(1)] }, { limit: 2 }))).toEqual([3])
    expect(numbers(await ask(talk, { keywords: [word(0)] }, { path: [], limit: 2 }))).not.toContain(2)
  })

  it('loses no hit: whatever is found stands in the passages, word by word', async () => {
    const long = Array.from({ length: 400 }, (_, i) => `Line ${i} about ${word(i % 3)}.`).join('\n')
    const talk = await seedConversation(at, [
      { userText: `${long}\nThe ${word(7)} is ${word(8)}.\n${long}` },
      fill(1),
      fill(2),
    ])
    const found = await ask(talk, { keywords: [word(7)] })
    for (const hit of found.hits)
      expect(found.passages.some((passage) => passage.turnId === hit.turnId)).toBe(true)
    expect(found.passages.map((passage) => passage.text).join('\n')).toContain(
      `The ${word(7)} is ${word(8)}.`,
    )
    const lost = { ...found, passages: [] }
    expect(
      lost.hits.every((hit) =>
        lost.passages.some((passage: { turnId: string }) => passage.turnId === hit.turnId),
      ),
    ).toBe(false)
  })

  it('quotes what is chosen; the rest keeps its rank as a near miss', async () => {
    const talk = await seedConversation(at, [fill(0), fill(0), fill(0), fill(1)])
    const all = await ask(talk, { keywords: [word(0)] })
    expect(all.hits).toHaveLength(3)
    const second = all.hits[1]
    const some = await ask(
      talk,
      { keywords: [word(0)] },
      { first: { also: [], choose: (hits) => hits.slice(1, 2) } },
    )
    expect(some.hits).toEqual([second])
    expect(new Set(some.passages.map(({ turnId }) => turnId))).toEqual(new Set([second?.turnId]))
    expect(some.nearMisses.map(({ rank }) => rank)).toEqual([1, 3])
  })
})
