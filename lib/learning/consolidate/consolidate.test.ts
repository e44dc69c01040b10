import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { learn } from '@/lib/db/learning/learn'
import { stateOf } from '@/lib/db/learning/log/state'
import { undoGroup } from '@/lib/db/learning/log/undo'
import { strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { actingBefore, learner, playbookBytes, seedStrategies } from '@/lib/db/testing-strategies'
import { seemOpposite } from '@/lib/learning/similar'
import { consolidationPlan, consolidationWrites, type Decisions, pairKey } from './consolidate'

let at: TestDb
beforeAll(async () => {
  at = await testDb()
})
afterAll(() => at.close())

async function someone() {
  const ownerId = `user_${Math.random().toString(36).slice(2, 10)}`
  await at.db.user.create({ data: { id: ownerId, createdAt: new Date() } })
  const runtime = testRuntime()
  return {
    db: at.db,
    ownerId,
    runtime: { ...runtime, id: (prefix: string) => `${ownerId}_${runtime.id(prefix)}` },
  }
}
const MIGRATE = 'Run the pending database migrations before the new release is deployed to the servers.'
const FLAKY =
  'Repeat a failing browser test once, and read the trace of the second run before changing the code.'
const bytes = async (who: { ownerId: string }) => {
  const rows = await strategiesOf(at.db, who.ownerId, await strategyIds(at.db, who.ownerId))
  return playbookBytes(new Map([...rows].map(([id, row]) => [id, stateOf(row)])))
}

async function consolidateWith(who: Awaited<ReturnType<typeof someone>>, decisions?: Decisions) {
  const of = { id: who.runtime.id('run'), trigger: 'turns', turnId: null } as const
  const { writes, run } = await consolidationWrites(who, of, decisions)
  await at.db.$transaction(writes)
  return run
}
const consolidate = (who: Awaited<ReturnType<typeof someone>>) => consolidateWith(who)

describe('consolidation', () => {
  it('merges near-duplicates, keeps the rest, and is undone as a whole', async () => {
    const who = await someone()
    const [first = '', , third = ''] = await seedStrategies(
      who,
      { title: 'Migrate first', content: MIGRATE },
      { title: 'Flaky tests', content: FLAKY },
      { title: 'Migrate first', content: `${MIGRATE.toUpperCase()} ` },
    )
    const before = await bytes(who)
    const { plan } = await consolidationPlan(who)
    expect(plan.merges).toEqual([{ into: first, from: third, similarity: 1 }])
    expect(await bytes(who)).toBe(before)
    const run = await consolidate(who)
    expect(run).toMatchObject({ items: 3, duplicates: 1, contradictions: 0 })
    const rows = await strategiesOf(at.db, who.ownerId, [first, third])
    expect(rows.get(third)).toMatchObject({ status: 'retired', mergedIntoId: first })
    expect(rows.get(third)?.links).toEqual([{ to: first, relation: 'duplicate_of', weight: 1 }])
    await undoGroup(at.db, who.ownerId, run.id, learner({ by: 'person' }))
    expect(await bytes(who)).toBe(before)
  })

  it('counts a lesson that went into another one once, though the model finds all three the same', async () => {
    const who = await someone()
    const ids = await seedStrategies(
      who,
      { content: `${MIGRATE} Keep a copy.` },
      { content: `${MIGRATE} Watch metrics afterwards.` },
      { content: `${MIGRATE} Announce this on Fridays, gently.` },
    )
    const { plan } = await consolidationPlan(who)
    expect([plan.merges, plan.unclear.length]).toEqual([[], 3])
    const same = new Map(plan.unclear.map(({ a, b }) => [pairKey(a, b), 'same'] as const))
    expect(await consolidateWith(who, same)).toMatchObject({ duplicates: 2 })
    const rows = [...(await strategiesOf(at.db, who.ownerId, ids)).values()]
    expect(rows.filter(({ mergedIntoId }) => mergedIntoId)).toHaveLength(2)
    expect(rows.flatMap(({ links }) => links)).toHaveLength(2)
  })

  it('flags what seems to contradict, and asks about a pair once', async () => {
    const who = await someone()
    const [a = '', b = ''] = await seedStrategies(
      who,
      { title: 'Migrations', content: MIGRATE },
      { title: 'Migrations', content: MIGRATE.replace('Run', 'Never run') },
    )
    await consolidate(who)
    const links = (await strategiesOf(at.db, who.ownerId, [b])).get(b)?.links
    expect(links).toEqual([{ to: a, relation: 'contradicts', weight: 0.5 }])
    expect((await consolidationPlan(who)).plan.opposites).toEqual([])
  })

  it('records a contradiction that a model confirms, and drops one that it denies', async () => {
    for (const [said, relation, weight] of [
      ['opposite', 'contradicts', 1],
      ['apart', 'refines', 1],
    ] as const) {
      const who = await someone()
      const [a = '', b = ''] = await seedStrategies(
        who,
        { content: MIGRATE },
        { content: MIGRATE.replace('Run', 'Never run') },
      )
      await consolidateWith(who, new Map([[pairKey(a, b), said]]))
      expect((await strategiesOf(at.db, who.ownerId, [b])).get(b)?.links).toEqual([
        { to: a, relation, weight },
      ])
    }
  })

  it('links what a model kept apart, and leaves what nobody decided for another time', async () => {
    const who = await someone()
    const near = MIGRATE.replace('pending database', 'waiting')
    const [a = '', b = ''] = await seedStrategies(who, { content: MIGRATE }, { content: near })
    const relations = async () =>
      (await at.db.strategyLink.findMany({ where: { ownerId: who.ownerId } })).map(({ relation }) => relation)
    await consolidate(who)
    expect(await relations()).toEqual([])
    expect((await consolidationPlan(who)).plan.unclear.length).toBe(1)
    await consolidateWith(who, new Map([[pairKey(a, b), 'apart']]))
    expect(await relations()).toEqual(['refines'])
    expect((await consolidationPlan(who)).plan.unclear).toEqual([])
  })

  it('merges what a model says is the same into the better one, and undo takes back all of it', async () => {
    const who = await someone()
    const near = MIGRATE.replace('pending database', 'waiting')
    const [a = '', b = ''] = await seedStrategies(
      who,
      { content: MIGRATE, status: 'quarantined' },
      { content: near, pinned: true },
    )
    const before = await bytes(who)
    const { id } = await consolidateWith(who, new Map([[pairKey(a, b), 'same']]))
    const rows = await strategiesOf(at.db, who.ownerId, [a, b])
    expect(rows.get(a)).toMatchObject({ status: 'retired', mergedIntoId: b })
    expect(rows.get(b)).toMatchObject({ status: 'active', pinned: true })
    await undoGroup(at.db, who.ownerId, id, learner({ by: 'person' }))
    expect(await bytes(who)).toBe(before)
  })

  it('asks a model about opposites before anything else, also about those that are linked or flagged, once', async () => {
    const who = { ...(await someone()), canAsk: true }
    const never = MIGRATE.replace('Run', 'Never run')
    const [a = ''] = await seedStrategies(who, { content: MIGRATE })
    const links = [{ to: a, relation: 'refines' as const, weight: 0.9 }]
    const [b = ''] = await seedStrategies(who, { content: never, links })
    const opposites = async (canAsk: boolean) =>
      (await consolidationPlan({ ...who, canAsk })).plan.opposites.map((one) => [one.a, one.b])
    expect([await opposites(true), await opposites(false)]).toEqual([[[a, b]], [[a, b]]])
    await consolidate(who)
    expect([await opposites(true), await opposites(false)]).toEqual([[[a, b]], []])
    await consolidateWith(who, new Map([[pairKey(a, b), 'opposite']]))
    expect(await opposites(true)).toEqual([])
  })

  it('merges no pair that a model found to be opposites, however alike they are', async () => {
    const who = await someone()
    const [a = ''] = await seedStrategies(who, { content: MIGRATE })
    const links = [{ to: a, relation: 'contradicts' as const, weight: 1 }]
    await seedStrategies(who, { content: `${MIGRATE} Friday`, links })
    const { plan } = await consolidationPlan(who)
    expect([plan.merges, plan.unclear]).toEqual([[], []])
  })

  it('retires what nobody cited or used for half a year, unless it is pinned', async () => {
    const who = await someone()
    const [old = '', pinned = ''] = await seedStrategies(
      who,
      { content: MIGRATE },
      { content: FLAKY, pinned: true },
    )
    who.runtime.advance(400 * 86_400_000)
    await consolidate(who)
    const rows = await strategiesOf(at.db, who.ownerId, [old, pinned])
    expect([rows.get(old)?.status, rows.get(pinned)?.status]).toEqual(['retired', 'active'])
  })

  it('retires nothing that the person has restored or changed since', async () => {
    const who = await someone()
    const [id = ''] = await seedStrategies(who, { content: MIGRATE, status: 'retired' })
    who.runtime.advance(400 * 86_400_000)
    const restored = { op: 'UPDATE', id, set: { status: 'active' } } as const
    await learn(at.db, who.ownerId, [restored], learner({ by: 'person', at: who.runtime.now() }))
    await consolidate(who)
    expect((await strategiesOf(at.db, who.ownerId, [id])).get(id)?.status).toBe('active')
  })

  it('gives a quarantined strategy one more chance', async () => {
    const who = await someone()
    const [id = ''] = await seedStrategies(who, { content: MIGRATE, status: 'quarantined' })
    await consolidate(who)
    expect((await strategiesOf(at.db, who.ownerId, [id])).get(id)?.trial).toBe(true)
  })

  it('does not link again what is forgotten while it plans', async () => {
    const who = await someone()
    const [gone = ''] = await seedStrategies(who, { content: FLAKY, sources: ['turn_gone'] })
    const links = [{ to: gone, relation: 'refines' as const, weight: 0.5 }]
    await seedStrategies(who, { content: MIGRATE, links }, { content: `${MIGRATE} `, links })
    const db = actingBefore(at.db, () =>
      forgetStrategies(at.db, who.ownerId, { turnIds: ['turn_gone'], conversationIds: [] }),
    )
    expect((await consolidate({ ...who, db })).duplicates).toBe(1)
    const stored = [
      await at.db.strategyLink.findMany({ where: { ownerId: who.ownerId, toId: gone } }),
      JSON.stringify(await at.db.delta.findMany({ where: { ownerId: who.ownerId, op: { not: 'FORGET' } } })),
    ]
    expect(stored).toEqual([[], expect.not.stringContaining(gone)])
  })

  it('leaves strategies of another owner, conversation or domain apart', async () => {
    const [who, other] = [await someone(), await someone()]
    await seedStrategies(other, { content: MIGRATE })
    await seedStrategies(
      who,
      { content: MIGRATE },
      { content: MIGRATE, domain: 'web' },
      { content: MIGRATE, conversationId: 'c1' },
    )
    expect((await consolidationPlan(who)).plan.merges).toEqual([])
  })
})

it('opposites are told by a denial or by opposite words, not by other words', () => {
  expect(seemOpposite('Always cache the answers.', 'Never cache the answers.')).toBe(true)
  expect(seemOpposite('Lint before the tests.', 'Lint after the tests.')).toBe(true)
  expect(seemOpposite('Run the tests in order.', 'Run the tests one by one.')).toBe(false)
})
