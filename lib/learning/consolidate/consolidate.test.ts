import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetStrategies } from '@/lib/db/forget/purge/purge-strategies'
import { playbookBytes } from '@/lib/db/learning/log/replay'
import { stateOf } from '@/lib/db/learning/log/state'
import { undoGroup } from '@/lib/db/learning/log/undo'
import { strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { usedOps } from '@/lib/db/learning/uses/uses'
import { verdictOps } from '@/lib/db/learning/verdicts'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { seedConversation } from '@/lib/db/testing-seed'
import { actingBefore, learner, seedStrategies } from '@/lib/db/testing-strategies'
import type { Verdict } from '@/lib/shared/learning/verdict'
import { consolidationChanges, type Decisions } from './changes'
import { consolidationPlan, consolidationWrites } from './consolidate'
import { seemOpposite } from './opposite'
import { pairKey } from './plan'

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

  it('leaves measured procedures for other messages apart', async () => {
    const who = await someone()
    const steps = (asked: string, tool: string) => ({
      ...{ section: 'api' as const, kind: 'procedure' as const, title: `Steps that worked: ${tool}` },
      content: `For “${asked}”, these steps in this order gave a good answer: ${tool}.`,
    })
    await seedStrategies(
      who,
      steps('List my files', 'list_files'),
      steps('What did I say about Anna?', 'recall'),
    )
    const { plan } = await consolidationPlan(who)
    expect([plan.merges, plan.unclear, plan.links]).toEqual([[], [], []])
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

  it('links what a model kept apart or what is only related, and leaves what nobody decided for another time', async () => {
    const near = MIGRATE.replace('pending database', 'waiting')
    const related = MIGRATE.replace('before the new release is deployed', 'while nobody works')
    const pairOf = async (second: string) => {
      const who = await someone()
      const ids = await seedStrategies(who, { content: MIGRATE }, { content: second })
      return { who, key: pairKey(ids[0] ?? '', ids[1] ?? '') }
    }
    const relations = async ({ ownerId }: { ownerId: string }) =>
      (await at.db.strategyLink.findMany({ where: { ownerId } })).map(({ relation }) => relation)

    const { who, key } = await pairOf(near)
    expect([await consolidate(who), await relations(who)]).toMatchObject([{ links: 0 }, []])
    expect((await consolidationPlan(who)).plan.unclear.length).toBe(1)
    const keptApart = new Map([[key, 'apart' as const]])
    expect([await consolidateWith(who, keptApart), await relations(who)]).toMatchObject([
      { links: 1 },
      ['refines'],
    ])
    expect((await consolidationPlan(who)).plan.unclear).toEqual([])

    const other = await pairOf(related)
    expect([await consolidate(other.who), await relations(other.who)]).toMatchObject([
      { links: 1 },
      ['refines'],
    ])
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
    expect([plan.merges, plan.unclear, plan.links]).toEqual([[], [], []])
  })

  it('leaves a strategy retired that it merged, even if turns did worse with it', async () => {
    const who = await someone()
    const near = MIGRATE.replace('pending database', 'waiting')
    const [a = '', b = ''] = await seedStrategies(who, { content: MIGRATE }, { content: near })
    const { plan, rows } = await consolidationPlan(who)
    const figures = { used: { turns: 12, succeeded: 3 }, similar: { turns: 13, succeeded: 10 } }
    const same = new Map([[pairKey(a, b), 'same' as const]])
    const changes = consolidationChanges({ ...plan, worse: [{ id: b, ...figures }] }, rows, same)
    expect(changes.filter(({ op }) => op === 'MERGE')).toEqual([{ op: 'MERGE', into: a, from: b }])
    expect(changes.flatMap((one) => (one.op === 'UPDATE' ? (one.set.status ?? []) : []))).toEqual([])
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

  it('gives a quarantined strategy one more chance', async () => {
    const who = await someone()
    const [id = ''] = await seedStrategies(who, { content: MIGRATE, status: 'quarantined' })
    await consolidate(who)
    expect((await strategiesOf(at.db, who.ownerId, [id])).get(id)?.trial).toBe(true)
  })

  it('quarantines what turns do worse with, unless it is pinned; a person who restores it starts anew', async () => {
    const who = await someone()
    const [bad = '', pinned = ''] = await seedStrategies(
      who,
      { content: MIGRATE },
      { content: FLAKY, pinned: true },
    )
    const turns = Array.from({ length: 25 }, (_, i) => ({
      ...{ userText: 'Hello', answer: 'Hello.', at: new Date(Date.UTC(2030, 0, 1, 0, i)) },
    }))
    const { turnIds } = await seedConversation(who, turns)
    const use = { place: 'playbook' as const, rank: 0, parts: {}, cited: true, trial: false }
    for (const [i, turnId] of turnIds.entries()) {
      const used = i < 12 ? [bad, pinned].map((strategyId) => ({ ...use, strategyId })) : []
      const label = i < 3 || (i >= 12 && i < 22) ? 'success' : 'failure'
      const verdict: Verdict = { label, confidence: 1, reasons: [], by: 'model' }
      await at.db.$transaction([
        ...usedOps(at.db, who.ownerId, turnId, used, new Date()),
        ...verdictOps(at.db, who.ownerId, turnId, verdict, [turnId]),
      ])
    }
    const figures = { used: { turns: 12, succeeded: 3 }, similar: { turns: 13, succeeded: 10 } }
    expect((await consolidationPlan(who)).plan.worse).toEqual([{ id: bad, ...figures }])
    who.runtime.advance(Date.UTC(2031, 0, 1) - who.runtime.now().getTime())
    const run = await consolidate(who)
    const statusOf = async (id: string) => (await strategiesOf(at.db, who.ownerId, [id])).get(id)?.status
    expect([run.quarantined, await statusOf(bad), await statusOf(pinned)]).toEqual([
      1,
      'quarantined',
      'active',
    ])
    await undoGroup(at.db, who.ownerId, run.id, learner({ by: 'person', at: who.runtime.now() }))
    expect(await statusOf(bad)).toBe('active')
    expect((await consolidationPlan(who)).plan.worse).toEqual([])
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
