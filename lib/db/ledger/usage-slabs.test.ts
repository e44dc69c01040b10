import type { Sql } from '@prisma/client/runtime/client'
import { expect, it } from 'vitest'
import { withMemory } from '@/lib/shared/usage/usage-maths'
import { testDb } from '../testing'
import { seedUsage } from '../testing-usage'
import { recordedUsage } from './usage'
import { usageTurns } from './usage-turns'

const SLAB = 10
const call = {
  phase: 'act',
  model: 'm',
  attempt: 1,
  sections: { window: 9 },
  reported: null,
  estOutput: 2,
  cost: 1,
}
const turn = { context: 9, user: 2, answer: 3, tools: 0, recalled: 0, calls: [call] }
const talk = { trunk: Array.from({ length: 35 }, () => turn), forks: [], active: 0 }

/** How many turns a query reads at most: those it is given, or its limit. */
function turnsOf({ sql, values }: Sql): number {
  if (/UpkeepCall|FROM "Branch"/.test(sql)) return 0
  const given = values.find((value): value is string => typeof value === 'string' && value.startsWith('['))
  if (given) return JSON.parse(given).length
  return /LIMIT \?(\) r)?$/.test(sql) ? Number(values.at(-1)) : Number.POSITIVE_INFINITY
}

it('no query over the ledger grows with it', async () => {
  const { db, ownerId, close } = await testDb()
  const ids = [await seedUsage(db, ownerId, talk), await seedUsage(db, ownerId, talk)]
  const sent: number[] = []
  const seen = new Proxy(db, {
    get: (target, name) =>
      name === '$queryRaw'
        ? (sql: Sql) => {
            sent.push(turnsOf(sql))
            return target.$queryRaw(sql)
          }
        : Reflect.get(target, name),
  })
  for (const conversationId of [null, ids[0] ?? ''])
    await recordedUsage(seen, ownerId, { conversationId }, { maxPoints: 5, slabTurns: SLAB })
  for await (const _ of usageTurns(seen, ownerId, { conversationId: null, period: null }, SLAB));
  expect(sent.filter((turns) => turns === SLAB).length).toBeGreaterThan(30)
  expect(Math.max(...sent)).toBeLessThanOrEqual(1_000)
  await close()
})

it('a report takes two queries for each slab of turns', async () => {
  const { db, ownerId, close } = await testDb()
  const conversationId = await seedUsage(db, ownerId, talk)
  const slabs: number[] = []
  const seen = new Proxy(db, {
    get: (target, name) =>
      name === '$queryRaw'
        ? (sql: Sql) => {
            const turns = turnsOf(sql)
            if (turns > 0 && turns <= SLAB) slabs.push(turns)
            return target.$queryRaw(sql)
          }
        : Reflect.get(target, name),
  })
  await recordedUsage(seen, ownerId, { conversationId }, { maxPoints: 5, slabTurns: SLAB })
  // The last two are the example's.
  expect(slabs).toEqual([10, 10, 10, 4, 1].flatMap((turns) => [turns, turns]))
  await close()
})

it('the example agrees with its point, though a job adds calls while the ledger is read', async () => {
  const { db, ownerId, close } = await testDb()
  const conversationId = await seedUsage(db, ownerId, talk)
  const busy = new Proxy(db, {
    get: (target, name) =>
      name === '$queryRaw'
        ? async (sql: Sql) => {
            const rows = await target.$queryRaw(sql)
            await target.step.updateMany({ data: { estInputTokens: { increment: 1 } } })
            return rows
          }
        : Reflect.get(target, name),
  })
  const { points, proof } = await recordedUsage(busy, ownerId, { conversationId })
  const point = points.find(({ turn }) => turn?.id === proof?.turn.id)
  expect(point && withMemory(point)).toBe(proof?.withMemory)
  await close()
})
