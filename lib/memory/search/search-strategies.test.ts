import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { restoreTrash, trashConversation, trashParts } from '@/lib/db/forget/trash'
import { trashedWhole } from '@/lib/db/forget/trashed'
import { learn } from '@/lib/db/learning/learn'
import type { NewStrategy, StrategyChange } from '@/lib/db/learning/log/apply'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { learner, seedStrategies } from '@/lib/db/testing-strategies'
import type { MemorySearch } from '@/lib/shared/memory/search'
import { forgetOnce } from '@/lib/shared/once'
import { searchMemory } from './search'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(async () => {
  forgetOnce('memory-index')
  await at.close()
})

const LESSON = {
  title: 'Anchor depth',
  description: 'When an anchorage is chosen.',
  content: 'Lay out five times the depth of chain.',
  tags: ['sailing', 'moorage'],
}
const seed = async (over: Partial<NewStrategy> = {}) =>
  (await seedStrategies(at, { ...LESSON, ...over }))[0] ?? ''
const search = (text: string, more: Omit<MemorySearch, 'text'> = {}) =>
  searchMemory(at.db, at.ownerId, { text, kinds: ['strategy'], ...more })
const found = async (text: string, more?: Omit<MemorySearch, 'text'>) => {
  const { hits, total } = await search(text, more)
  expect(total).toBe(hits.length)
  return hits.map(({ refId }) => refId)
}
const change = (...changes: StrategyChange[]) => learn(at.db, at.ownerId, changes, learner())
const talkOf = (count: number) =>
  seedConversation(
    at,
    Array.from({ length: count }, (_, i) => ({ userText: `message ${i + 1}` })),
  )
const trashTurn = ({ conversationId, turnIds }: Seeded, number: number, bin: string) =>
  trashParts(
    at.db,
    at.ownerId,
    [
      {
        trashId: bin,
        turnIds: [turnIds[number - 1] ?? ''],
        trashed: { ...trashedWhole(conversationId), kind: 'turns', numbers: [number] },
      },
    ],
    new Date(),
    30_000,
  )

describe('strategies in the search', () => {
  it('are found by title, content and tags, with the turn they were learned from last', async () => {
    const talk = await talkOf(3)
    const id = await seed({ sources: [talk.turnIds[0] ?? '', talk.turnIds[2] ?? ''] })
    for (const text of ['anchor', 'chain', 'moorage', 'anchorag', '"five times the depth"'])
      expect(await found(text), text).toEqual([id])
    const { hits } = await search('chain')
    expect(hits[0]).toMatchObject({
      ...{ kind: 'strategy', node: `strategy:${id}`, name: expect.stringMatching(/^heu-\d{5}$/) },
      ...{ status: 'active', turnId: talk.turnIds[2], turnNumber: 3, conversationId: talk.conversationId },
      excerpt: { text: expect.stringMatching(/^Anchor depth · .*chain\. · sailing, moorage$/) },
    })
    expect(hits[0]?.excerpt.marks).toHaveLength(1)
    expect(await found('chain', { conversationId: talk.conversationId })).toEqual([id])
    expect((await searchMemory(at.db, 'stranger', { text: 'chain' })).hits).toEqual([])
  })

  it('say their status; those that wait for approval, were merged or removed are not found', async () => {
    const [id, waiting, merged] = [await seed(), await seed({ status: 'proposed' }), await seed()]
    await change({ op: 'MERGE', into: id, from: merged })
    for (const status of ['quarantined', 'retired', 'active'] as const) {
      await change({ op: 'UPDATE', id, set: { status } })
      expect((await search('chain')).hits).toMatchObject([{ refId: id, status }])
    }
    await change({ op: 'UPDATE', id: waiting, set: { status: 'active' } })
    expect((await found('chain')).sort()).toEqual([id, waiting].sort())
    await change({ op: 'UPDATE', id: waiting, set: { content: 'Use a kellet.', title: 'Weights' } })
    expect(await found('kellet')).toEqual([waiting])
    await change({ op: 'REMOVE', id })
    expect(await found('chain')).toEqual([])
  })

  it('are gone while a turn that they have words of is in the trash, and for good with it', async () => {
    const [talk, other] = [await talkOf(2), await talkOf(1)]
    const sources = [talk.turnIds[0] ?? '', other.turnIds[0] ?? '']
    const id = await seed({ sources: sources.slice(0, 1) })
    await change({ op: 'UPDATE', id, set: { sources } })
    expect(await found('chain')).toEqual([id])
    await trashConversation(at.db, at.ownerId, other.conversationId, 'bin_1', new Date())
    expect(await found('chain')).toEqual([id])
    expect((await search('chain')).hits[0]?.conversationId).toBe(talk.conversationId)
    await trashTurn(talk, 1, 'bin_2')
    expect(await found('chain')).toEqual([])
    await restoreTrash(at.db, at.ownerId, 'bin_2')
    expect(await found('chain')).toEqual([id])

    await forgetStrategies(at.db, at.ownerId, { turnIds: sources.slice(1), conversationIds: [] })
    const { hits } = await search('chain')
    expect(hits).toMatchObject([{ refId: id, turnId: sources[0], conversationId: talk.conversationId }])
    await forgetStrategies(at.db, at.ownerId, { turnIds: sources.slice(0, 1), conversationIds: [] })
    expect(await found('chain')).toEqual([])
  })
})
