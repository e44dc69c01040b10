import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { rollUpRows } from '../memory/graph'
import { type TestDb, testDb } from '../testing'
import { type Seeded, seedConversation } from '../testing-seed'
import { trashConversation } from './trash'
import { trashedAmong } from './visible'

/** More than SQLite takes as values of one query. */
const MANY = 1_100
let at: TestDb
let deleted: Seeded
let left: Seeded
beforeAll(async () => {
  at = await testDb()
  const turns = Array.from({ length: MANY }, (_, i) => ({ userText: `Said ${i}`, summary: { text: `${i}` } }))
  deleted = await seedConversation(at, turns)
  left = await seedConversation(at, turns.slice(0, 30))
  const rollUps = Array.from({ length: 3 }, (_, i) => ({
    ...{ id: `roll_${i}`, ownerId: at.ownerId, conversationId: left.conversationId, branchId: left.branchId },
    ...{ level: 1, fromNumber: i * 10 + 1, toNumber: i * 10 + 10, text: 'Ten turns', insights: [] },
    ...{ tokens: 2, status: 'extractive' },
  }))
  await at.db.summary.createMany({ data: rollUps })
  await at.db.provenance.createMany({
    data: left.turnIds.map((sourceTurnId, i) => ({
      ...{ ownerId: at.ownerId, kind: 'summary', refId: `roll_${Math.floor(i / 10)}`, sourceTurnId },
    })),
  })
  await trashConversation(at.db, at.ownerId, deleted.conversationId, 'trash_1', new Date())
})
afterAll(() => at.close())

describe('a large conversation in the trash', () => {
  it('leaves the memory graph of the others as it is', async () => {
    const graph = await wholeMap(at.db, at.ownerId)
    expect(JSON.stringify(graph)).toContain('roll_2')
    expect(JSON.stringify(graph)).not.toContain(deleted.conversationId)
  })

  it('hides its summaries, and only those', async () => {
    const ids = (await at.db.summary.findMany({ where: { level: 0 }, select: { id: true } })).map(
      ({ id }) => id,
    )
    expect((await trashedAmong(at.db, at.ownerId, 'summary', ids)).size).toBe(MANY)
    expect((await trashedAmong(at.db, 'other', 'summary', ids)).size).toBe(0)
  })

  it('does not take the places of shown summaries', async () => {
    await at.db.turn.update({ where: { id: left.turnIds[29] ?? '' }, data: { trashId: 'trash_1' } })
    const span = { from: 1, to: 30 }
    const rows = await rollUpRows(at.db, at.ownerId, left.conversationId, span, 1)
    expect(rows.map((row) => row.id)).toEqual(['roll_1'])
  })
})
