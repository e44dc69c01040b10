import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import { usualTimes } from './usual-time'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const START = Date.UTC(2026, 2, 1)
/** Turns a minute apart that took so many seconds each. */
async function seed(seconds: number[], data: object = {}) {
  const { turnIds } = await seedConversation(
    at,
    seconds.map((_, i) => ({ userText: 'x', at: new Date(START + i * 60_000) })),
  )
  for (const [i, id] of turnIds.entries()) {
    const startedAt = new Date(START + i * 60_000)
    const endedAt = new Date(startedAt.getTime() + (seconds[i] ?? 0) * 1_000)
    await at.db.turn.update({ where: { id }, data: { depth: 'complex', startedAt, endedAt, ...data } })
  }
  return turnIds
}
const usual = async (id = '') =>
  (await usualTimes(at.db, at.ownerId))(await at.db.turn.findUniqueOrThrow({ where: { id } }))

it('is the average of completed turns of the same depth without the turn itself, from five of them on', async () => {
  const ids = await seed([10, 20, 30, 40, 50, 1_000])
  await seed([500], { depth: 'simple' })
  await seed([500], { status: 'failed' })
  await seed([500], { importedAt: new Date() })
  const sample = await seed([0, 0, 0, 0, 0])
  await at.db.conversation.updateMany({
    where: { turns: { some: { id: { in: sample } } } },
    data: { origin: SAMPLE_ORIGIN },
  })
  expect(await usual(ids[5])).toBe(30_000)
  await at.db.turn.update({ where: { id: ids[0] ?? '' }, data: { status: 'stopped' } })
  expect([await usual(ids[5]), await usual(ids[0])]).toEqual([null, null])
})

it('counts the fifty newest turns only', async () => {
  const ids = await seed([...Array(10).fill(900), ...Array(50).fill(2)])
  expect(await usual(ids[0])).toBe(2_000)
})
