import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trashFacts } from '@/lib/db/forget/trash'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { type EdgeKind, type GraphDto, type GraphQuery, nodeId } from '@/lib/shared/memory/graph'
import { loadGraph } from './graph'
import { loadNode } from './graph-details'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const graph = (query: GraphQuery = {}) => loadGraph(at.db, at.ownerId, query)
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
    const dto = await graph({ conversationId: talk.conversationId })
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
      ...{ status: 'superseded', count: 2, turnNumber: 1, turnId: talk.turnIds[0] },
      at: '2026-05-02T00:00:00.000Z',
    })
    expect(dto.nodes.find(({ id }) => id === cat)).toMatchObject({
      ...{ from: 1, to: 3, count: 2, turnId: null },
      at: '2026-05-02T00:00:00.000Z',
    })
    const without = await graph({ conversationId: talk.conversationId, kinds: ['turn', 'context'] })
    expect(new Set(without.nodes.map(({ kind }) => kind))).toEqual(new Set(['turn', 'context']))
  })

  it('of one entity meet in it across conversations', async () => {
    const [one, two] = [await talkOf(1), await talkOf(1)]
    await seedFact(at, one, 1, ['cat', 'name', 'Miso'])
    await seedFact(at, two, 1, ['cat', 'likes', 'fish'])
    const dto = await graph()
    expect(labels(dto, 'entity')).toEqual(['cat'])
    expect(edges(dto, 'about').map(([, to]) => to)).toEqual([entityOf(dto, 'cat'), entityOf(dto, 'cat')])
  })

  it('take only the room that turns leave, what holds before what was replaced', async () => {
    const talk = await talkOf(60)
    for (let i = 1; i <= 12; i++) await seedFact(at, talk, 60, ['cat', `trait ${i}`, `value ${i}`])
    const plain = await graph({
      conversationId: talk.conversationId,
      kinds: ['turn', 'context', 'summary', 'range'],
    })
    const drawn = (limit: number) => graph({ conversationId: talk.conversationId, limit })
    const count = (dto: GraphDto, kind: string) => dto.nodes.filter((one) => one.kind === kind).length
    for (const limit of [10, 20, 40, 80, 180, 185, 200, 400]) {
      const dto = await drawn(limit)
      const bare = await graph({
        ...{ conversationId: talk.conversationId, limit },
        kinds: ['turn', 'context', 'summary', 'roll-up', 'file', 'range'],
      })
      expect(dto.nodes.length, `${limit}`).toBeLessThanOrEqual(limit)
      expect(count(dto, 'turn'), `${limit}`).toBe(count(bare, 'turn'))
      const facts = count(dto, 'fact') + count(dto, 'entity')
      expect(facts, `${limit}`).toBe(Math.min(13, limit - bare.nodes.length, Math.floor(limit * 0.2)))
    }
    expect(count(plain, 'turn')).toBe(60)
    expect(count(await drawn(400), 'fact')).toBe(12)
  })

  it('are not drawn once forgotten, once their turn is in the trash, or for another person', async () => {
    const talk = await talkOf(2)
    const miso = await seedFact(at, talk, 1, ['cat', 'name', 'Miso'])
    const mochi = await seedFact(at, talk, 2, ['cat', 'name', 'Mochi'])
    const query = { conversationId: talk.conversationId }
    expect(await loadNode(at.db, 'stranger', fact(miso))).toBeNull()
    expect((await loadGraph(at.db, 'stranger', query)).nodes).toEqual([])
    await trashFacts(at.db, at.ownerId, 'bin', [mochi], new Date(), 30_000)
    const dto = await graph(query)
    expect(labels(dto, 'fact')).toEqual(['cat: name Miso'])
    expect(dto.nodes.find(({ id }) => id === fact(miso))?.status).toBe('')
    expect(await node(fact(mochi))).toBeNull()
    await at.db.turn.update({ where: { id: talk.turnIds[0] ?? '' }, data: { trashId: 'bin' } })
    expect(labels(await graph(query), 'fact')).toEqual([])
    expect(labels(await graph(query), 'entity')).toEqual([])
    for (const id of [fact(miso), entityOf(dto, 'cat')]) expect(await node(id)).toBeNull()
  })
})

describe('a fact in full', () => {
  it('has its value, validity and quote, and links to turns, entity and neighbours in time', async () => {
    const talk = await talkOf(2)
    const miso = await seedFact(at, talk, 1, ['cat', 'name', 'Miso'])
    const mochi = await seedFact(at, talk, 2, ['cat', 'name', 'Mochi'])
    const entity = entityOf(await graph(), 'cat')
    const links = (id: string) =>
      node(id).then((details) => details?.related.map(({ kind, direction, node }) => [kind, direction, node]))
    expect(await node(fact(miso))).toMatchObject({
      node: { kind: 'fact', label: 'cat: name Miso' },
      sections: [
        { title: 'Value', text: 'Miso' },
        { title: 'In your words', text: 'The cat: Miso.' },
      ],
      validity: { from: '2026-05-02T00:00:00.000Z', until: '2026-05-03T00:00:00.000Z' },
      subject: 'cat',
      links: { conversationId: talk.conversationId, turnId: talk.turnIds[0], turnNumber: 1 },
    })
    expect(await links(fact(miso))).toEqual([
      ['states', 'in', turn(talk, 1)],
      ['about', 'out', entity],
      ['supersedes', 'in', fact(mochi)],
    ])
    expect(await links(fact(mochi))).toContainEqual(['supersedes', 'out', fact(miso)])
    expect(await links(turn(talk, 1))).toContainEqual(['states', 'out', fact(miso)])
    expect(await node(entity)).toMatchObject({
      node: { kind: 'entity', label: 'cat' },
      sections: [{ title: 'Now', text: 'name Mochi' }],
      subject: 'cat',
      links: { turnId: null },
    })
    expect(await links(entity)).toEqual([
      ['about', 'in', fact(miso)],
      ['about', 'in', fact(mochi)],
    ])
  })

  it('is in the picture that a link to it opens', async () => {
    const talk = await talkOf(90)
    const first = await seedFact(at, talk, 2, ['cat', 'name', 'Miso'])
    for (let i = 1; i <= 30; i++) await seedFact(at, talk, 3, ['dog', `trait ${i}`, 'x'])
    const dto = await graph({ conversationId: talk.conversationId, limit: 60, focus: fact(first) })
    expect(dto.nodes.map(({ id }) => id)).toContain(fact(first))
  })
})
