import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { recall } from '@/lib/memory/recall/recall'
import { inventedWords, quarterTokens } from '@/lib/memory/text/testing-names'
import { readTree } from './context'
import { ContextMemoryStore } from './context-memory-store'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const runtime = {
  ...testRuntime(),
  id: (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`,
}
const open = (conversationId: string, ownerId = at.ownerId) =>
  new ContextMemoryStore({ db: at.db, ownerId, conversationId, runtime, countTokens: quarterTokens })
const [name = '', other = ''] = inventedWords(2)

async function filled(conversationId = 'lib') {
  const store = open(conversationId)
  for (const [i, text] of [
    'Analysed the structure',
    `Found the bottleneck in ${name}`,
    'Optimised it',
  ].entries()) {
    const context = await store.storeContext(`Files: [main.ts]\nTurn ${i + 1}: ${text}`, ['read_file'])
    await store.storeSummary(context.id, `${text}.`, [`insight ${i + 1}`, other])
  }
  return store
}

describe('ContextMemoryStore', () => {
  it('keeps contexts and summaries by turn, durably', async () => {
    await filled()
    const store = open('lib')
    const second = await store.getContextByTurn(2)
    expect(second).toMatchObject({
      turnNumber: 2,
      fullContext: `Files: [main.ts]\nTurn 2: Found the bottleneck in ${name}`,
      toolCalls: ['read_file'],
      summary: `Found the bottleneck in ${name}.`,
    })
    expect(second?.id).toMatch(/^ctx_2_/)
    expect(second?.tokenCount).toBe(quarterTokens(second?.fullContext ?? ''))
    expect(await store.getContext(second?.id ?? '')).toEqual(second)
    expect(await store.getSummary(second?.id ?? '')).toMatchObject({
      id: `sum_${second?.id}`,
      contextId: second?.id,
      turnNumber: 2,
      insights: ['insight 2', other],
    })
    expect(await store.getCurrentTurn()).toBe(3)
    expect(await store.getContextByTurn(9)).toBeNull()
    expect(await store.getContext('ctx_none')).toBeNull()
    expect(await store.getSummary('ctx_none')).toBeNull()
  })

  it('refuses a summary of a context it does not know', async () => {
    const store = await filled()
    const theirs = await filled('another')
    const foreign = (await theirs.getContextByTurn(1))?.id ?? ''
    await expect(store.storeSummary('ctx_9_none', 'x', [])).rejects.toThrow('Context ctx_9_none not found')
    await expect(store.storeSummary(foreign, 'x', [])).rejects.toThrow(`Context ${foreign} not found`)
  })

  it('gives all, the last few, and those that hold a keyword', async () => {
    const store = await filled()
    const turns = async (found: Promise<{ turnNumber: number }[]>) =>
      (await found).map((summary) => summary.turnNumber)
    expect(await turns(store.getAllSummaries())).toEqual([1, 2, 3])
    expect(await turns(store.getRecentSummaries(2))).toEqual([2, 3])
    expect(await turns(store.getRecentSummaries(0))).toEqual([])
    expect(await turns(store.searchSummaries(name.toUpperCase()))).toEqual([2])
    expect(await turns(store.searchSummaries('INSIGHT 3'))).toEqual([3])
    expect(await turns(store.searchSummaries(' '))).toEqual([])
    expect(await store.getTotalSummaryTokens()).toBe(
      (await store.getAllSummaries()).reduce((sum, summary) => sum + summary.tokenCount, 0),
    )
  })

  it('is found by recall', async () => {
    await filled()
    const [branch] = await at.db.branch.findMany()
    const found = await recall(at.db, at.ownerId, {
      conversationId: 'lib',
      path: [[branch?.id ?? '', 3]],
      before: 4,
      request: { keywords: [name] },
      now: new Date('2026-06-01T00:00:00Z'),
      limit: 3,
      countTokens: quarterTokens,
    })
    expect(found.hits[0]?.turnNumber).toBe(2)
    expect(found.passages[0]?.text).toContain('Files: [main.ts]')
  })

  it('exports and imports: import(export(x)) equals x, here and elsewhere', async () => {
    const store = await filled()
    const exported = await store.export()
    expect(exported).toMatchObject({
      currentTurn: 3,
      contexts: [{ turnNumber: 1 }, { turnNumber: 2 }, { turnNumber: 3 }],
    })
    await store.import(exported)
    expect(await store.export()).toEqual(exported)

    const copy = open('copy')
    await copy.import(JSON.parse(JSON.stringify(exported)))
    const copied = await copy.export()
    const withoutIds = (data: typeof exported) => ({
      contexts: data.contexts.map(({ id: _, ...rest }) => rest),
      summaries: data.summaries.map(({ id: _, contextId: __, ...rest }) => rest),
      currentTurn: data.currentTurn,
    })
    expect(withoutIds(copied)).toEqual(withoutIds(exported))
    expect(new Set([...copied.contexts, ...exported.contexts].map((context) => context.id)).size).toBe(6)
    expect(await store.export()).toEqual(exported)
  })

  it.each([
    ['is no export', { contexts: 'x' }],
    [
      'names a context twice',
      (data: Exported) => ({ ...data, contexts: [...data.contexts, data.contexts[0]] }),
    ],
    [
      'has two contexts of one turn',
      (data: Exported) => ({
        ...data,
        contexts: data.contexts.map((context) => ({ ...context, turnNumber: 1 })),
      }),
    ],
    ['sums up what is not there', (data: Exported) => ({ ...data, contexts: data.contexts.slice(1) })],
    ['ends before its last turn', (data: Exported) => ({ ...data, currentTurn: 1 })],
    [
      'leaves too wide a gap',
      (data: Exported) => ({
        contexts: [{ ...data.contexts[0], turnNumber: 50_000 }],
        summaries: [],
        currentTurn: 50_000,
      }),
    ],
    [
      'is half broken',
      (data: Exported) => ({
        ...data,
        summaries: [...data.summaries.slice(0, 2), { ...data.summaries[2], insights: 7 }],
      }),
    ],
  ])('refuses an import that %s, and changes nothing', async (_, broken) => {
    const store = await filled()
    const before = await store.export()
    await expect(store.import(typeof broken === 'function' ? broken(before) : broken)).rejects.toThrow()
    expect(await store.export()).toEqual(before)
  })

  it('is empty after clear; messages and workspace of a chat stay', async () => {
    const store = await filled()
    await store.clear()
    expect(await store.export()).toEqual({ contexts: [], summaries: [], currentTurn: 0 })
    expect(await store.storeContext('anew')).toMatchObject({ turnNumber: 1 })

    const talk = await seedConversation(at, [
      { userText: 'one', summary: { text: 'first' } },
      { userText: 'two' },
    ])
    const chat = open(talk.conversationId)
    const tree = await readTree(at.db, at.ownerId, talk.turnIds[1] ?? '')
    await chat.clear()
    expect(await chat.export()).toEqual({ contexts: [], summaries: [], currentTurn: 0 })
    expect(await at.db.turn.count({ where: { conversationId: talk.conversationId } })).toBe(2)
    expect(await readTree(at.db, at.ownerId, talk.turnIds[1] ?? '')).toEqual(tree)
    expect(await chat.storeContext('third')).toMatchObject({ turnNumber: 3 })
  })

  it("never reaches somebody else's conversation", async () => {
    const store = await filled()
    await at.db.user.create({ data: { id: 'stranger', createdAt: new Date() } })
    const stranger = open('lib', 'stranger')
    expect(await stranger.export()).toEqual({ contexts: [], summaries: [], currentTurn: 0 })
    await expect(stranger.storeContext('mine now')).rejects.toThrow('does not exist')
    const before = await store.export()
    await stranger.clear()
    expect(await store.export()).toEqual(before)
  })
})
type Exported = Awaited<ReturnType<ContextMemoryStore['export']>>
