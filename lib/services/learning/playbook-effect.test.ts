import { afterEach, beforeEach, expect, it } from 'vitest'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { sideOf, strategyEffect } from './playbook-effect'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())
const who = () => ({ db: at.db, ownerId: at.ownerId, runtime: testRuntime() })

async function cite(turnIds: string[], strategyId: string) {
  const use = { strategyId, place: 'playbook' as const, rank: 0, parts: {}, cited: true, trial: false }
  for (const turnId of turnIds)
    await at.db.$transaction(usedOps(at.db, at.ownerId, turnId, [use], new Date()))
}
const judge = (turnIds: string[], label: string) =>
  at.db.verdict.createMany({
    data: turnIds.map((turnId) => ({
      ...{ turnId, ownerId: at.ownerId, label, confidence: 1, reasons: [], by: 'model' },
    })),
  })

it('compares turns that cited a strategy with turns of the same depth that did not', async () => {
  const { turnIds } = await seedConversation(
    at,
    Array.from({ length: 30 }, () => ({ userText: 'Hello', answer: 'Hello.' })),
  )
  const [used, others, easy] = [turnIds.slice(0, 6), turnIds.slice(6, 16), turnIds.slice(16)]
  await at.db.turn.updateMany({ where: { id: { in: [...used, ...others] } }, data: { depth: 'deep' } })
  await at.db.turn.updateMany({ where: { id: { in: easy } }, data: { depth: 'simple' } })
  const [id = ''] = await seedStrategies(at, {})
  expect(await strategyEffect(who(), { id })).toMatchObject({ used: { turns: 0, rate: null, tokens: null } })

  await cite(used, id)
  await judge(used, 'success')
  await judge(others.slice(0, 5), 'success')
  await judge(others.slice(5), 'failure')
  await judge(easy, 'success')
  expect(await strategyEffect(who(), { id })).toMatchObject({
    used: { turns: 6, judged: 6, rate: 1 },
    others: { turns: 10, judged: 10, rate: 0.5 },
  })

  // A thumb counts before the verdict.
  const feedback = { ownerId: at.ownerId, value: -1, reason: '', at: new Date() }
  await at.db.feedback.createMany({ data: used.slice(0, 3).map((turnId) => ({ turnId, ...feedback })) })
  expect((await strategyEffect(who(), { id })).used.rate).toBe(0.5)
  // A turn in the trash counts no more, and below five turns nothing is said.
  await at.db.turn.updateMany({ where: { id: { in: used.slice(0, 2) } }, data: { trashId: 'trash_1' } })
  expect((await strategyEffect(who(), { id })).used).toEqual({
    turns: 4,
    judged: 4,
    rate: null,
    tokens: null,
  })
})

it('weighs the depths as they are among the turns that cited it', () => {
  const row = (depth: string, turns: number, succeeded: number, tokens: number) => ({
    ...{ depth, turns, judged: turns, succeeded, tokens },
  })
  const cited = [row('simple', 2, 2, 200), row('deep', 8, 4, 8_000)]
  const others = [row('simple', 90, 90, 9_000), row('deep', 10, 5, 20_000), row('complex', 5, 0, 9)]
  expect(sideOf(cited, cited)).toEqual({ turns: 10, judged: 10, rate: 0.6, tokens: 820 })
  expect(sideOf(others, cited)).toEqual({ turns: 100, judged: 100, rate: 0.6, tokens: 1_620 })
})
