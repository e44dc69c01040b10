import { expect, it } from 'vitest'
import { testDb, testRuntime } from '@/lib/db/testing'
import { upkeepCall } from '@/lib/db/testing-usage'
import { saveSetting } from '@/lib/settings/layers'
import { budgetStates } from '@/lib/shared/usage/budget'
import { monthlyBudget } from './usage'

it('sets this month in a person’s time zone against the budget, the first and last moments included', async () => {
  const { db, ownerId, close } = await testDb()
  const called = (at: string, costMicros: number) =>
    db.upkeepCall.create({ data: upkeepCall(ownerId, { model: 'm', costMicros, at: new Date(at) }) })
  await called('2026-10-31T14:59:59.999Z', 500)
  await called('2026-10-31T15:00:00.000Z', 1_000_000)
  await called('2026-11-02T14:00:00.000Z', 2_000_000)
  await called('2026-11-02T15:00:00.000Z', 900)
  const person = {
    db,
    ownerId,
    runtime: { ...testRuntime(), now: () => new Date('2026-11-02T14:30:00.000Z') },
  }
  expect((await monthlyBudget(person, 'Asia/Tokyo')).limits).toEqual({ dollars: null, tokens: null })
  await saveSetting(db, ownerId, 'user', 'budget.dollars', 3)
  const budget = await monthlyBudget(person, 'Asia/Tokyo')
  expect(budget).toMatchObject({
    days: [{ costMicros: 1_000_000 }, { costMicros: 2_000_000 }],
    limits: { dollars: 3_000_000, tokens: null },
  })
  expect(budgetStates(budget)).toMatchObject([{ measure: 'dollars', spent: 3_000_000, level: 'near' }])
  await close()
})
