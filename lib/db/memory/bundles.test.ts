import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedLong } from '@/lib/db/testing-seed'
import { conversationNode, topicNode } from '@/lib/shared/memory/map'
import { recallsBetween } from './bundles'
import { saveAssignments } from './topic-writes'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

it('a link of the map stands for the recalls of its ends, the latest ten in words', async () => {
  const talk = await seedLong(at, 30)
  const { conversationId, turnId } = talk
  const numbers = [...Array(30).keys()].map((index) => index + 1)
  const topicOf = (number: number) => (number <= 15 ? 'old' : number > 18 ? 'new' : null)
  await saveAssignments(
    at.db,
    at.ownerId,
    numbers.map((number) => ({ turnId: turnId(number), conversationId, topicId: topicOf(number) })),
    [],
  )
  const hits = await at.db.recallHit.findMany({ include: { recall: true } })
  const numberOf = new Map(numbers.map((number) => [turnId(number), number]))
  const pairs = (asking: string | null, found: string | null) => {
    const ends = hits.map((hit) => [hit.recall.turnId, hit.sourceTurnId ?? ''])
    const fits = (id: string | undefined, topic: string | null) =>
      topicOf(numberOf.get(id ?? '') ?? 0) === topic
    return new Set(ends.filter(([a, b]) => fits(a, asking) && fits(b, found)).map((pair) => pair.join()))
  }
  const between = (from: string, to: string, topicId?: string) =>
    recallsBetween(at.db, at.ownerId, { from, to, ...(topicId ? { topicId } : {}) })

  const { recalls, all } = await between(topicNode('new'), topicNode('old'))
  expect(all).toBe(pairs('new', 'old').size)
  expect(all).toBeGreaterThan(10)
  expect(recalls).toHaveLength(10)
  const asking = [...pairs('new', 'old')].map((pair) => numberOf.get(pair.split(',')[0] ?? '') ?? 0)
  const latest = asking.sort((a, b) => b - a).slice(0, 10)
  expect(recalls.map(({ number }) => number)).toEqual(latest)
  for (const { turnId, found, foundNumber } of recalls) {
    expect(pairs('new', 'old')).toContain(`${turnId},${found}`)
    expect(numberOf.get(found)).toBe(foundNumber)
  }
  expect((await between(topicNode('new'), topicNode(null))).all).toBe(pairs('new', null).size)
  const talkNode = conversationNode(conversationId)
  const ofOld = ['new', 'old', null].reduce((sum, asking) => sum + pairs(asking, 'old').size, 0)
  expect((await between(talkNode, talkNode, 'old')).all).toBe(ofOld)

  await at.db.turn.updateMany({ where: { number: { lte: 15 } }, data: { trashId: 'bin' } })
  await expect(between(topicNode('new'), topicNode('old'))).rejects.toMatchObject({ code: 'not_found' })
  const theirs = { from: talkNode, to: talkNode }
  await expect(recallsBetween(at.db, 'stranger', theirs)).rejects.toMatchObject({ code: 'not_found' })
  await expect(between(talkNode, 'fact:f')).rejects.toMatchObject({ code: 'not_found' })
})
