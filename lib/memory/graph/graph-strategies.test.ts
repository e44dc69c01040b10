import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StrategyUsed, usedOps } from '@/lib/db/learning/uses/uses'
import { type TestDb, testDb } from '@/lib/db/testing'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { seedStrategies } from '@/lib/db/testing-strategies'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { type EdgeKind, type GraphDto, nodeId } from '@/lib/shared/memory/graph'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const graph = () => wholeMap(at.db, at.ownerId)
const talkOf = (count: number) =>
  seedConversation(
    at,
    Array.from({ length: count }, (_, i) => ({ userText: `message ${i + 1}` })),
  )
const idOf = ({ turnIds }: Seeded, number: number) => turnIds[number - 1] ?? ''
const turn = (talk: Seeded, number: number) => nodeId('turn', idOf(talk, number))
const strategy = (id: string) => nodeId('strategy', id)
const seed = async (...args: Parameters<typeof seedStrategies> extends [unknown, ...infer R] ? R : never) =>
  (await seedStrategies(at, ...args))[0] ?? ''
const used = (strategyId: string, cited: boolean): StrategyUsed => ({
  ...{ strategyId, place: 'retrieved', rank: 1, parts: {}, cited, trial: false },
})
const use = (turnId: string, ...uses: StrategyUsed[]) =>
  at.db.$transaction(usedOps(at.db, at.ownerId, turnId, uses, new Date()))
const ofKind = ({ nodes }: GraphDto, kind: string) => nodes.filter((one) => one.kind === kind)
const edges = ({ edges }: GraphDto, kind: EdgeKind) =>
  edges.filter((one) => one.kind === kind).map(({ from, to }) => [from, to])

describe('strategies in the graph', () => {
  it('are linked to the turns that taught them, to those that cite them and to each other', async () => {
    const talk = await talkOf(4)
    const first = await seed({ title: 'Measure twice', sources: [idOf(talk, 1), idOf(talk, 2)] })
    const second = await seed({
      ...{ title: 'Cut once', status: 'quarantined', sources: [idOf(talk, 3)] },
      links: [{ to: first, relation: 'refines', weight: 0.5 }],
    })
    await seed({ title: 'Of no message', links: [{ to: first, relation: 'entails', weight: 0.5 }] })
    await seed({ title: 'Not approved', status: 'proposed', sources: [idOf(talk, 1)] })
    await use(idOf(talk, 4), used(first, true), used(second, true))
    const dto = await graph()
    const seen = ofKind(dto, 'strategy').map(({ id, label, status }) => [id, label, status])
    expect(seen).toHaveLength(2)
    expect(seen).toContainEqual([strategy(first), 'Measure twice', ''])
    expect(seen).toContainEqual([strategy(second), 'Cut once', 'quarantined'])
    expect(edges(dto, 'taught').sort()).toEqual(
      [
        [turn(talk, 1), strategy(first)],
        [turn(talk, 2), strategy(first)],
        [turn(talk, 3), strategy(second)],
      ].sort(),
    )
    expect(
      edges(dto, 'cited')
        .map(([, to]) => to)
        .sort(),
    ).toEqual([strategy(first), strategy(second)].sort())
    expect(edges(dto, 'refines')).toEqual([[strategy(second), strategy(first)]])
    expect(edges(dto, 'entails')).toEqual([])
    expect((await wholeMap(at.db, 'stranger')).nodes).toEqual([])
  })
})
