import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { type Seeded, type SeedTurn, seedConversation, seedFork } from '@/lib/db/testing-seed'
import { quarterTokens } from '@/lib/memory/text/testing-names'
import { type DueRollUp, dueRollUps } from './roll-up'
import { modelSummaryOps, summaryOps } from './summaries'
import { saveRollUp } from './testing-roll-up'

let at: TestDb
const runtime = testRuntime()
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const turns = (count: number): SeedTurn[] =>
  Array.from({ length: count }, (_, i) => ({ userText: `turn ${i + 1}`, summary: { text: `said ${i + 1}` } }))
const due = (talk: Seeded, every?: number) => dueRollUps(at.db, at.ownerId, talk.path, every)
const save = (talk: Seeded, one: DueRollUp, summary = `level ${one.level}`) =>
  saveRollUp(at.db, at.ownerId, talk.conversationId, one, { summary, insights: [] }, 'model', {
    runtime,
    countTokens: quarterTokens,
  })
const ranges = (list: DueRollUp[]) => list.map((one) => [one.level, one.from, one.to])
async function saveAll(talk: Seeded, every?: number) {
  const made: DueRollUp[] = []
  for (let list = await due(talk, every); list.length; list = await due(talk, every))
    for (const one of list) {
      await save(talk, one)
      made.push(one)
    }
  return made
}

describe('roll-ups', () => {
  it('come due with every tenth summary, and every tenth of a level makes the next', async () => {
    const talk = await seedConversation(at, turns(9))
    expect(await due(talk)).toEqual([])
    const long = await seedConversation(at, turns(25))
    const [first] = await due(long)
    expect(ranges(await due(long))).toEqual([
      [1, 1, 10],
      [1, 11, 20],
    ])
    expect(first?.sources.map((source) => source.text)).toEqual(
      Array.from({ length: 10 }, (_, i) => `said ${i + 1}`),
    )
    expect(ranges(await saveAll(await seedConversation(at, turns(27)), 3))).toEqual([
      ...Array.from({ length: 9 }, (_, i) => [1, i * 3 + 1, i * 3 + 3]),
      ...Array.from({ length: 3 }, (_, i) => [2, i * 9 + 1, i * 9 + 9]),
      [3, 1, 27],
    ])
  })

  it('name every turn they stem from', async () => {
    const talk = await seedConversation(at, turns(9))
    await saveAll(talk, 3)
    const top = await at.db.summary.findFirstOrThrow({ where: { level: 2 } })
    expect(top.id).toMatch(/^rol_/)
    const sources = await at.db.provenance.findMany({ where: { kind: 'summary', refId: top.id } })
    expect(new Set(sources.map((row) => row.sourceTurnId))).toEqual(new Set(talk.turnIds))
  })

  it('are made once, whoever comes first', async () => {
    const talk = await seedConversation(at, turns(10))
    const [one] = await due(talk)
    if (!one) throw new Error('nothing due')
    expect(await Promise.all([save(talk, one), save(talk, one)])).toContain(true)
    expect(await save(talk, one)).toBe(false)
    expect(await at.db.summary.count({ where: { level: 1 } })).toBe(1)
    expect(await due(talk)).toEqual([])
  })

  it('that reach over a fork belong to the branch of their last turn, and no other path has them', async () => {
    const main = await seedConversation(at, turns(12))
    const fork = await seedFork(at, main, 7, turns(5))
    expect(ranges(await saveAll(main))).toEqual([[1, 1, 10]])
    const [forked] = await due(fork)
    expect(forked).toMatchObject({ level: 1, from: 1, to: 10, branchId: fork.branchId })
    await saveAll(fork)
    expect(await at.db.summary.findMany({ where: { level: 1 }, select: { branchId: true } })).toEqual(
      expect.arrayContaining([{ branchId: main.branchId }, { branchId: fork.branchId }]),
    )
    const shared = await seedFork(at, main, 11, turns(9))
    expect(ranges(await due(shared))).toEqual([[1, 11, 20]])
  })

  it('negative control: a roll-up put on the branch it began on would be seen by a path that has not its turns', async () => {
    const main = await seedConversation(at, turns(12))
    const fork = await seedFork(at, main, 7, turns(5))
    const [one] = await due(fork)
    if (!one) throw new Error('nothing due')
    await save(fork, { ...one, branchId: main.branchId }, 'of the fork')
    expect(await due(main)).toEqual([])
  })

  it('are made again, level by level, when a summary they rest on gets better', async () => {
    const talk = await seedConversation(at, turns(9))
    await saveAll(talk, 3)
    await at.db.$transaction(
      await modelSummaryOps(
        at.db,
        at.ownerId,
        talk.turnIds[4] ?? '',
        { summary: 'said better', insights: [] },
        quarterTokens,
      ),
    )
    const [stale, ...none] = await due(talk, 3)
    expect(none).toEqual([])
    expect(stale).toMatchObject({ level: 1, from: 4, to: 6 })
    expect(stale?.replaces).toMatch(/^rol_/)
    expect(stale?.sources.map((source) => source.text)).toEqual(['said 4', 'said better', 'said 6'])
    expect(ranges(await saveAll(talk, 3))).toEqual([
      [1, 4, 6],
      [2, 1, 9],
    ])
    expect(await at.db.summary.count()).toBe(9 + 3 + 1)
  })

  it('that are made again name the turns that their summaries rest on by then', async () => {
    const [talk, other] = [await seedConversation(at, turns(3)), await seedConversation(at, turns(1))]
    const [made] = await saveAll(talk, 3)
    const text = { summary: 'said with other words', insights: [] }
    const { db, ownerId } = at
    await db.$transaction(
      await modelSummaryOps(db, ownerId, talk.turnIds[1] ?? '', text, quarterTokens, 'model', other.turnIds),
    )
    expect(await saveAll(talk, 3)).toHaveLength(1)
    const rollUp = await db.summary.findFirstOrThrow({
      where: { conversationId: talk.conversationId, level: 1 },
    })
    const sources = await db.provenance.findMany({ where: { kind: 'summary', refId: rollUp.id } })
    expect(sources.map(({ sourceTurnId }) => sourceTurnId).sort()).toEqual(
      [...talk.turnIds, ...other.turnIds].sort(),
    )
    expect([made?.from, made?.to]).toEqual([1, 3])
  })

  it('are made again when a turn they hold is run again', async () => {
    const talk = await seedConversation(at, turns(3))
    await saveAll(talk, 3)
    const turn = {
      id: talk.turnIds[2] ?? '',
      conversationId: talk.conversationId,
      branchId: talk.branchId,
      number: 3,
      userText: 'turn 3',
      answer: 'another answer',
    }
    await at.db.$transaction(
      summaryOps(at.db, at.ownerId, {
        turn,
        contextId: talk.contextIds[2] ?? '',
        summarise: () => ({ summary: 'said anew', insights: [] }),
        countTokens: quarterTokens,
      }),
    )
    const [stale] = await due(talk, 3)
    expect(stale?.sources.map((source) => source.text)).toEqual(['said 1', 'said 2', 'said anew'])
  })
})
