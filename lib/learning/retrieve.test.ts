import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { learn } from '@/lib/db/learning/learn'
import type { NewStrategy } from '@/lib/db/learning/log/apply'
import { type TestDb, testDb } from '@/lib/db/testing'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import { strategyLine } from '@/lib/shared/learning/strategies'
import { limitsOfRetrieval } from '@/lib/shared/limits/retrieval'
import { playbookCore, retrieveStrategies } from './retrieve'
import type { StrategyReader } from './strategy-index'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const reader = (over: Partial<StrategyReader> = {}): StrategyReader => ({
  db: at.db,
  ownerId: at.ownerId,
  conversationId: 'here',
  reach: 'owner',
  domain: '',
  minConfidence: 0.5,
  ...over,
})
const NOW = Date.UTC(2026, 4, 3)
const ask = async (
  text: string,
  over: Partial<StrategyReader> = {},
  more: { k?: number; except?: Set<string> } = {},
) =>
  (
    await retrieveStrategies(reader(over), {
      ...{ text, k: 3, weights: limitsOfRetrieval.weights, now: NOW },
      except: new Set(),
      ...more,
    })
  ).map(({ row }) => row.content)
const seed = (...strategies: Partial<NewStrategy>[]) => seedStrategies(at, ...strategies)
const FERRY = 'Book the ferry to Aran before you book the hotel.'
const BREAD = 'Let the bread dough rest for an hour in a cold kitchen.'

describe('strategies for a message', () => {
  it('are those that share its words, and follow every change', async () => {
    const [ferry = ''] = await seed({ content: FERRY, title: 'Ferries' }, { content: BREAD, title: 'Bread' })
    expect(await ask('When should I book the ferry to Aran?')).toEqual([FERRY])
    expect(await ask('What is the capital of Peru?')).toEqual([])
    const content = 'Ring the harbour office on the morning of the crossing.'
    await learn(
      at.db,
      at.ownerId,
      [{ op: 'UPDATE', id: ferry, set: { content, title: 'Crossing' } }],
      learner(),
    )
    expect(await ask('When should I book the ferry to Aran?')).toEqual([])
    expect(await ask('Whom do I ring about the crossing?')).toEqual([content])
    await learn(at.db, at.ownerId, [{ op: 'UPDATE', id: ferry, set: { status: 'retired' } }], learner())
    expect(await ask('Whom do I ring about the crossing?')).toEqual([])
  })

  it('are found by what the turn was asked that they were learned from', async () => {
    await seed({ content: BREAD, query: 'Why is my sourdough so flat?' })
    expect(await ask('My sourdough came out flat again.')).toEqual([BREAD])
  })

  it('are of exactly the domain, if the conversation has one', async () => {
    await seed(
      { content: `${FERRY} Early.`, domain: 'travel' },
      { content: `${FERRY} Late.`, domain: 'travel plans' },
      { content: `${FERRY} Ever.` },
    )
    expect(await ask('book the ferry to Aran', { domain: 'travel' })).toEqual([`${FERRY} Early.`])
    expect(await ask('book the ferry to Aran')).toHaveLength(3)
  })

  it('are never those of another owner, nor of another conversation', async () => {
    const ownerId = 'user_other'
    await at.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
    await seedStrategies({ db: at.db, ownerId }, { content: FERRY })
    await seed({ content: `${FERRY} There.`, conversationId: 'there' })
    expect(await ask('book the ferry to Aran')).toEqual([])
    expect(await ask('book the ferry to Aran', { ownerId })).toEqual([FERRY])
    expect(await ask('book the ferry to Aran', { conversationId: 'there' })).toEqual([`${FERRY} There.`])
    await seed({ content: FERRY })
    expect(await ask('book the ferry to Aran', { conversationId: 'there', reach: 'conversation' })).toEqual([
      `${FERRY} There.`,
    ])
    expect(await ask('book the ferry to Aran', { reach: 'off' })).toEqual([])
  })

  it('leave out what is in the prompt, what is doubtful and what is retired', async () => {
    const [ferry = ''] = await seed(
      { content: FERRY },
      { content: `${FERRY} Doubtful.`, prior: 0.4 },
      { content: `${FERRY} Retired.`, status: 'retired' },
      { content: `${FERRY} Proposed.`, status: 'proposed' },
    )
    expect(await ask('book the ferry to Aran')).toEqual([FERRY])
    expect(await ask('book the ferry to Aran', {}, { except: new Set([ferry]) })).toEqual([])
    expect(await ask('book the ferry to Aran', { minConfidence: 0.3 })).toHaveLength(2)
  })

  it('have at most one quarantined strategy, when it is due for a trial', async () => {
    const ids = await seed(
      { content: FERRY, status: 'quarantined' },
      { content: `${FERRY} Twice.`, status: 'quarantined' },
    )
    expect(await ask('book the ferry to Aran')).toEqual([])
    await at.db.strategy.updateMany({ where: { id: { in: ids } }, data: { trial: true } })
    expect(await ask('book the ferry to Aran')).toHaveLength(1)
  })

  it('give way to others while they are in the trash', async () => {
    const at2 = new Date(NOW)
    await at.db.conversation.create({
      data: { id: 'here', ownerId: at.ownerId, title: '', origin: '', createdAt: at2, updatedAt: at2 },
    })
    await seed({ content: FERRY, conversationId: 'here' }, { content: `${FERRY} Take the early one.` })
    expect(await ask('book the ferry to Aran', {}, { k: 1 })).toEqual([FERRY])
    await at.db.trash.create({
      data: { id: 'bin', ownerId: at.ownerId, what: 'x', final: false, createdAt: at2, purgeAt: at2 },
    })
    await at.db.conversation.update({ where: { id: 'here' }, data: { trashId: 'bin' } })
    expect(await ask('book the ferry to Aran', {}, { k: 1 })).toEqual([`${FERRY} Take the early one.`])
  })
})

const core = async (over: Partial<StrategyReader> = {}, budgetTokens = 3_000) =>
  playbookCore(reader(over), { budgetTokens, countTokens: (text) => Math.ceil(text.length / 4) })
const lines = async (over: Partial<StrategyReader> = {}) => (await core(over)).map(strategyLine).join('\n')

describe('the playbook in every prompt', () => {
  it('has pinned strategies, then those that helped twice and more than they harmed, at most 8, by section and number', async () => {
    await seed(
      ...Array.from({ length: 20 }, (_, i) => ({
        ...{ helpful: 2, section: i % 2 ? ('ver' as const) : ('cal' as const) },
      })),
      { section: 'misc', pinned: true, prior: 0.5 },
      { section: 'str', helpful: 9 },
      { section: 'heu', helpful: 3, harmful: 3 },
      { section: 'heu', helpful: 1, prior: 0.9 },
    )
    const slugs = (await core()).map(({ slug }) => slug)
    expect(slugs).toHaveLength(8)
    expect([slugs[0], slugs.at(-1)]).toEqual(['str-00022', 'misc-00021'])
    expect(slugs.filter((slug) => slug.startsWith('heu'))).toEqual([])
    const numbers = slugs.filter((slug) => slug.startsWith('cal')).map((slug) => Number(slug.slice(4)))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  it('stays within its budget', async () => {
    await seed(...Array.from({ length: 20 }, () => ({ content: 'x '.repeat(400), helpful: 2 })))
    expect(await core({}, 1_000)).toHaveLength(4)
  })

  it('keeps its text while strategies are only used, and has a new one after a tag', async () => {
    const proven = { helpful: 2 }
    const ids = await seed(proven, proven, proven)
    const before = await lines()
    await at.db.strategy.updateMany({
      where: { id: ids[2] ?? '' },
      data: { uses: { increment: 1 }, lastUsedAt: new Date() },
    })
    expect(await lines()).toBe(before)
    await at.db.strategyUse.create({
      data: {
        ...{ turnId: 'turn', strategyId: ids[2] ?? '', ownerId: at.ownerId, place: 'playbook', rank: 1 },
        ...{ parts: {}, cited: true, tag: null },
      },
    })
    await learn(
      at.db,
      at.ownerId,
      [{ op: 'TAG', id: ids[2] ?? '', turnId: 'turn', tag: 'helpful' }],
      learner(),
    )
    expect(await lines()).not.toBe(before)
    expect(await lines()).toContain('helpful=3 harmful=0 ::')
  })

  it('has those without a domain and those of the conversation’s', async () => {
    await seed(
      { content: 'Travel light, with one bag.', domain: 'travel', helpful: 2 },
      { content: 'Answer in short sentences.', helpful: 2 },
    )
    expect(await core({ domain: 'cooking' })).toHaveLength(1)
    expect(await core({ domain: 'travel' })).toHaveLength(2)
  })
})
