import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trashFacts } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { type EdgeKind, type GraphDto, nodeId } from '@/lib/shared/memory/graph'
import { loadNode } from './graph-details'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const graph = () => wholeMap(at.db, at.ownerId)
const node = (id: string) => loadNode(at.db, at.ownerId, id)
const talkOf = (count: number) =>
  seedConversation(
    at,
    Array.from({ length: count }, (_, i) => ({ userText: `message ${i + 1}`, summary: { text: 'short' } })),
  )
const turn = (talk: Seeded, number: number) => nodeId('turn', talk.turnIds[number - 1] ?? '')
const fact = (id: string) => nodeId('fact', id)
const labels = ({ nodes }: GraphDto, kind: string) =>
  nodes.filter((one) => one.kind === kind).map(({ label }) => label)
const edges = ({ edges }: GraphDto, kind: EdgeKind) =>
  edges.filter((one) => one.kind === kind).map(({ from, to }) => [from, to])
const entityOf = ({ nodes }: GraphDto, label: string) =>
  nodes.find((one) => one.kind === 'entity' && one.label === label)?.id ?? ''

describe('facts in the graph', () => {
  it('are linked to the turns that state them, to what they are about and to what they replaced', async () => {
    const talk = await talkOf(3)
    const miso = await seedFact(at, talk, 1, ['cat', 'name', 'Miso'])
    // Said again of the same day: another day would move it, since these turns are before them all.
    await seedFact(at, talk, 2, ['cat', 'name', 'miso'], 2)
    const mochi = await seedFact(at, talk, 3, ['cat', 'name', 'Mochi'])
    const town = await seedFact(at, talk, 3, ['user', 'lives in', 'Cork'])
    await seedFact(at, talk, 0, ['user', 'likes', 'tea'])
    const dto = await graph()
    expect(labels(dto, 'fact')).toEqual(['cat: name miso', 'cat: name Mochi', 'You: lives in Cork'])
    expect(labels(dto, 'entity').sort()).toEqual(['You', 'cat'])
    expect(edges(dto, 'states').sort()).toEqual(
      [
        [turn(talk, 1), fact(miso)],
        [turn(talk, 2), fact(miso)],
        [turn(talk, 3), fact(mochi)],
        [turn(talk, 3), fact(town)],
      ].sort(),
    )
    expect(edges(dto, 'supersedes')).toEqual([[fact(mochi), fact(miso)]])
    const [cat, you] = [entityOf(dto, 'cat'), entityOf(dto, 'You')]
    expect(edges(dto, 'about').sort()).toEqual(
      [
        [fact(miso), cat],
        [fact(mochi), cat],
        [fact(town), you],
      ].sort(),
    )
    expect(dto.nodes.find(({ id }) => id === fact(miso))).toMatchObject({
      status: 'superseded',
      at: '2026-05-02T00:00:00.000Z',
    })
    expect(dto.nodes.find(({ id }) => id === cat)).toMatchObject({
      turnId: null,
      at: '2026-05-02T00:00:00.000Z',
    })
  })

  it('are not drawn once forgotten, once their turn is in the trash, or for another person', async () => {
    const talk = await talkOf(2)
    const miso = await seedFact(at, talk, 1, ['cat', 'name', 'Miso'])
    const mochi = await seedFact(at, talk, 2, ['cat', 'name', 'Mochi'])
    expect(await loadNode(at.db, 'stranger', fact(miso))).toBeNull()
    expect((await wholeMap(at.db, 'stranger')).nodes).toEqual([])
    await trashFacts(at.db, at.ownerId, 'bin', [mochi], new Date(), 30_000)
    const dto = await graph()
    expect(labels(dto, 'fact')).toEqual(['cat: name Miso'])
    expect(dto.nodes.find(({ id }) => id === fact(miso))?.status).toBe('')
    expect(await node(fact(mochi))).toBeNull()
    await at.db.turn.update({ where: { id: talk.turnIds[0] ?? '' }, data: { trashId: 'bin' } })
    expect(labels(await graph(), 'fact')).toEqual([])
    expect(labels(await graph(), 'entity')).toEqual([])
    for (const id of [fact(miso), entityOf(dto, 'cat')]) expect(await node(id)).toBeNull()
  })
})
