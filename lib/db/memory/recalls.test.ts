import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import type { Recall, RecallHit } from '@/lib/shared/turn/events'
import { injectedOps, nextRecallIndex, recallOps, recallsOfTurns } from './recalls'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const now = new Date('2026-05-01T10:00:00.000Z')
const hit = (talk: Seeded, i: number, rank: number): RecallHit => ({
  rank,
  kind: 'turn',
  refId: talk.turnIds[i] ?? '',
  turnId: talk.turnIds[i] ?? '',
  turnNumber: i + 1,
  conversationId: talk.conversationId,
  contextId: talk.contextIds[i] ?? '',
  at: new Date(Date.parse('2026-03-01T08:00:00.000Z') + i * 60_000).toISOString(),
  score: 1 / 2 ** rank,
  parts: { gate: 0.5 },
  excerpt: `what turn ${i + 1} says`,
  tokens: 7,
})
const recallOf = (talk: Seeded, index: number): Recall => ({
  id: `rec_${index}`,
  index,
  source: 'think',
  request: { keywords: ['gate'] },
  engine: 'bm25',
  ms: 2,
  hits: [hit(talk, 0, 1), hit(talk, 1, 2)],
  nearMisses: [hit(talk, 2, 3)],
  note: 'no turn 99; turns 1-3 exist',
})
const save = (talk: Seeded, recall: Recall) =>
  at.db.$transaction(
    recallOps(at.db, at.ownerId, {
      turnId: talk.turnIds[3] ?? '',
      stepId: 'step_1',
      recall,
      countTokens: (text) => text.length,
      now,
    }),
  )

describe('stored recalls', () => {
  it('are read as they were made', async () => {
    const talk = await seedConversation(at, [
      { userText: 'a' },
      { userText: 'b' },
      { userText: 'c' },
      { userText: 'd' },
    ])
    const asker = talk.turnIds[3] ?? ''
    expect(await nextRecallIndex(at.db, at.ownerId, asker)).toBe(0)
    await save(talk, recallOf(talk, 0))
    await save(talk, recallOf(talk, 1))
    expect(await nextRecallIndex(at.db, at.ownerId, asker)).toBe(2)
    await at.db.$transaction(injectedOps(at.db, at.ownerId, ['rec_0'], 'step_2'))
    const stored = (await recallsOfTurns(at.db, at.ownerId, talk.turnIds)).get(asker)
    expect(stored).toEqual([
      { stepId: 'step_1', injectedStepId: 'step_2', recall: recallOf(talk, 0) },
      { stepId: 'step_1', injectedStepId: null, recall: recallOf(talk, 1) },
    ])
    expect((await recallsOfTurns(at.db, 'somebody', talk.turnIds)).size).toBe(0)
  })

  it('keep nothing of a turn that is in the trash', async () => {
    const talk = await seedConversation(at, [
      { userText: 'a' },
      { userText: 'b' },
      { userText: 'c' },
      { userText: 'd' },
    ])
    await save(talk, recallOf(talk, 0))
    await at.db.turn.updateMany({
      where: { id: { in: [talk.turnIds[0] ?? '', talk.turnIds[2] ?? ''] } },
      data: { trashId: 'bin' },
    })
    const [stored] = (await recallsOfTurns(at.db, at.ownerId, talk.turnIds)).get(talk.turnIds[3] ?? '') ?? []
    expect(stored?.recall.hits.map((one) => one.turnNumber)).toEqual([2])
    expect(stored?.recall.nearMisses).toEqual([])
  })
})
