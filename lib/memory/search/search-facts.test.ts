import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trashFacts } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedChange, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { activateBranch } from '@/lib/db/turns/turns'
import type { MemorySearch, SearchHit } from '@/lib/shared/memory/search'
import { forgetOnce } from '@/lib/shared/once'
import { searchMemory } from './search'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forgetOnce('memory-index')
  forgetOnce('fact-indexes')
  await at.close()
})

const state = (talk: Seeded, turn: number, subject: string, predicate: string, object: string) =>
  seedFact(at, talk, turn, [subject, predicate, object])
const search = (text: string, more: Omit<MemorySearch, 'text'> = {}) =>
  searchMemory(at.db, at.ownerId, { text, kinds: ['fact'], ...more })
const lines = async (text: string, more?: Omit<MemorySearch, 'text'>) =>
  (await search(text, more)).hits.map((hit) => hit.excerpt.text.split('\n')[0])
const marked = ({ excerpt }: SearchHit) => excerpt.marks.map(([start, end]) => excerpt.text.slice(start, end))
const turns = (count: number) => Array.from({ length: count }, (_, i) => ({ userText: `message ${i + 1}` }))

describe('facts in the search', () => {
  it('say since when they hold, what was replaced, and which turn states them', async () => {
    const talk = await seedConversation(at, turns(3))
    const first = await state(talk, 1, 'cat', 'name', 'Miso')
    const now = await state(talk, 3, 'cat', 'name', 'Mochi')
    const { hits, total } = await search('cat')
    expect(total).toBe(2)
    const { conversationId, branchId, turnIds } = talk
    expect(hits.find(({ refId }) => refId === now)).toMatchObject({
      ...{ kind: 'fact', name: 'cat', until: null, conversationId, branchId },
      ...{ turnId: turnIds[2], turnNumber: 3, at: '2026-05-04T00:00:00.000Z' },
      excerpt: { text: 'cat: name Mochi\n“The cat: Mochi.”' },
    })
    const before = hits.find(({ refId }) => refId === first)
    expect(before).toMatchObject({ until: '2026-05-04T00:00:00.000Z', turnId: turnIds[0] })
    expect(hits.map(marked)).toEqual([
      ['cat', 'cat'],
      ['cat', 'cat'],
    ])
    expect(hits[0]?.parts.cat).toBeGreaterThan(0)
    expect(await lines('miso')).toEqual(['cat: name Miso'])
    expect(await lines('moch')).toEqual(['cat: name Mochi'])
    expect(await lines('"name Mochi"')).toEqual(['cat: name Mochi'])
  })

  it('say since when they hold as exactly as it was said, though they are ordered by when they were stated', async () => {
    const talk = await seedConversation(at, turns(3))
    await seedFact(at, talk, 3, ['cat', 'name', 'Mochi'], 1)
    const [hit] = (await search('mochi')).hits
    expect([hit?.since, hit?.coming, hit?.at]).toEqual(['2026-05', undefined, '2026-05-01T00:00:00.000Z'])
    await seedFact(at, talk, 3, ['cat', 'home', 'Lisbon'], 40_000)
    expect((await search('lisbon')).hits).toMatchObject([{ since: '2135-11-05T00:00:00.000Z', coming: true }])
  })

  it('are counted and filtered like the other kinds, by conversation and by time', async () => {
    const [one, two] = [await seedConversation(at, turns(2)), await seedConversation(at, turns(2))]
    await state(one, 1, 'cat', 'name', 'Miso')
    await state(two, 2, 'cat', 'likes', 'fish')
    const { facets, hits } = await searchMemory(at.db, at.ownerId, { text: 'cat', facets: true })
    expect(facets?.kinds).toEqual([{ value: 'fact', label: 'fact', count: 2 }])
    expect(facets?.conversations.map(({ value, count }) => [value, count]).sort()).toEqual(
      [one, two].map(({ conversationId }) => [conversationId, 1]).sort(),
    )
    expect(hits).toHaveLength(2)
    expect(await lines('cat', { conversationId: two.conversationId })).toEqual(['cat: likes fish'])
    expect(await lines('cat', { to: '2026-05-02T12:00:00.000Z' })).toEqual(['cat: name Miso'])
    expect(await lines('')).toEqual(['cat: likes fish', 'cat: name Miso'])
    const page = await search('cat', { limit: 1, order: 'newest' })
    expect([page.hits.length, page.next, page.total]).toEqual([1, '1', 2])
    expect(await lines('cat', { limit: 1, order: 'newest', cursor: '1' })).toEqual(['cat: name Miso'])
  })

  it('follow every change: forgotten ones, their turns in the trash, and the active branch', async () => {
    const talk = await seedConversation(at, turns(3))
    await state(talk, 1, 'cat', 'name', 'Miso')
    const later = await state(talk, 3, 'cat', 'name', 'Mochi')
    const held = async () =>
      (await search('cat')).hits.flatMap(({ until, excerpt }) => (until ? [] : excerpt.text.split('\n')[0]))
    expect(await held()).toEqual(['cat: name Mochi'])

    const fork = await seedFork(at, talk, 2, turns(1))
    expect(await lines('mochi')).toEqual([])
    expect(await held()).toEqual(['cat: name Miso'])
    await activateBranch(at.db, at.ownerId, talk.turnIds[2] ?? '')
    expect(await held()).toEqual(['cat: name Mochi'])
    await activateBranch(at.db, at.ownerId, fork.turnIds[0] ?? '')
    expect(await held()).toEqual(['cat: name Miso'])
    await activateBranch(at.db, at.ownerId, talk.turnIds[2] ?? '')

    const turnId = talk.turnIds[0] ?? ''
    await seedChange(
      at,
      [at.db.turn.update({ where: { id: turnId }, data: { trashId: 'bin' } })],
      'turn',
      turnId,
    )
    expect(await lines('miso')).toEqual([])
    await trashFacts(at.db, at.ownerId, 'bin_2', [later], new Date(), 30_000)
    expect(await lines('cat')).toEqual([])
    expect((await searchMemory(at.db, 'stranger', { text: 'cat' })).hits).toEqual([])
  })
})
