import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryRev } from '@/lib/db/engine/changes'
import { trashConversation, trashFacts } from '@/lib/db/forget/trash'
import { replaceTopicsOps, saveAssignments, topicStateOps } from '@/lib/db/memory/topic-writes'
import { type TestDb, testDb } from '@/lib/db/testing'
import { seedFact } from '@/lib/db/testing-facts'
import { type Seeded, seedConversation } from '@/lib/db/testing-seed'
import { loadNode } from '@/lib/memory/graph/graph-details'
import type { EdgeKind, MapDto } from '@/lib/shared/memory/graph'
import { conversationNode, OTHER_TOPIC, topicNode } from '@/lib/shared/memory/map'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import { loadMap } from './load-map'
import { namedId } from './map-nodes'

let at: TestDb
let talks: [Seeded, Seeded]
beforeEach(async () => {
  at = await testDb()
  const talk = () =>
    seedConversation(
      at,
      Array.from({ length: 4 }, (_, i) => ({ userText: `message ${i + 1}` })),
    )
  talks = [await talk(), await talk()]
  // Of each conversation: two turns about boats, one about bread, one about nothing.
  const rows = talks.flatMap(({ turnIds, conversationId }) =>
    turnIds.map((turnId, i) => ({
      turnId,
      conversationId,
      topicId: ['boat', 'boat', 'bread', null][i] ?? null,
    })),
  )
  await saveAssignments(at.db, at.ownerId, rows, [])
  const topic = (id: string, hue: number) => ({
    ...{
      id,
      hue,
      title: '',
      titleKey: '',
      x: hue * 500,
      y: 0,
      recalls: 3 * hue,
      recalledAt: hue ? new Date() : null,
    },
    terms: [`${id}s`, `old ${id}`].map((word, i) => ({
      term: word,
      word,
      turns: [talks[i]?.turnIds[0] ?? ''],
    })),
  })
  const rev = await memoryRev(at.db, at.ownerId)
  await at.db.$transaction([
    ...replaceTopicsOps(at.db, at.ownerId, [topic('boat', 0), topic('bread', 1)]),
    ...topicStateOps(at.db, at.ownerId, {
      ...{ madeAt: new Date('2026-06-01T00:00:00.000Z'), madeRev: rev, seenRev: rev, turns: 8, changed: 0 },
      links: [
        { from: 'boat', to: 'bread', ties: 5, recalled: 2 },
        { from: 'bread', to: 'boat', ties: 0, recalled: 1 },
      ],
      names: [
        {
          name: 'Galway',
          topics: [
            ['boat', 2],
            ['bread', 3],
          ],
          turns: [talks[0].turnIds[0] ?? ''],
        },
      ],
    }),
  ])
})
afterEach(() => at.close())

const map = (query = {}) => loadMap(at.db, at.ownerId, query)
const edges = ({ edges }: MapDto, kind: EdgeKind) =>
  edges.filter((one) => one.kind === kind).map(({ from, to, count }) => [from, to, count])
const labels = ({ nodes }: MapDto, kind: string) =>
  nodes.filter((one) => one.kind === kind).map(({ label }) => label)

describe('the first level', () => {
  it('shows the sample as one island beside the topics of the person', async () => {
    const [sample] = talks
    const where = { id: sample.conversationId }
    await at.db.conversation.update({ where, data: { origin: SAMPLE_ORIGIN, title: 'A repair café' } })
    await at.db.turnTopic.updateMany({ where: { conversationId: where.id }, data: { topicId: null } })
    const { nodes } = await map()
    const islands = nodes.filter(({ kind }) => kind === 'topic' || kind === 'conversation')
    expect(islands.map(({ label, count }) => [label, count])).toEqual([
      ['boats: old boat', 2],
      ['breads: old bread', 1],
      ['Other', 1],
      ['A repair café (sample)', 4],
    ])
  })

  it('shows conversations of no topic as islands while memory is small', async () => {
    const more = async (title: string, turns: number) => {
      const said = Array.from({ length: turns }, () => ({ userText: 'So.' }))
      const { conversationId, turnIds } = await seedConversation(at, said)
      await at.db.conversation.update({ where: { id: conversationId }, data: { title } })
      const rows = turnIds.map((turnId) => ({ turnId, conversationId, topicId: null }))
      await saveAssignments(at.db, at.ownerId, rows, [])
    }
    await more('Passport', 3)
    await more('Hello', 1)
    const islands = async () =>
      (await map()).nodes.flatMap(({ kind, label, count }) =>
        kind === 'topic' || kind === 'conversation' ? [[label, count]] : [],
      )
    const topics = [
      ['boats: old boat', 4],
      ['breads: old bread', 2],
    ]
    expect(await islands()).toEqual([...topics, ['Other', 3], ['Passport', 3]])
    const other = (await map({ topicId: OTHER_TOPIC })).nodes.filter(({ kind }) => kind === 'conversation')
    expect(other.map(({ count }) => count)).toEqual([1, 1, 1])
    expect((await map()).total).toMatchObject({ conversations: 4, turns: 12 })
    await more('Long', 190)
    expect(await islands()).toEqual([...topics, ['Other', 196]])
  })

  it('has topics with their turns and places, and one island of the turns that belong to none', async () => {
    const dto = await map()
    expect(dto).toMatchObject({
      level: 1,
      topics: { state: 'ready' },
      total: { conversations: 2, turns: 8 },
    })
    const islands = dto.nodes.filter(({ kind }) => kind === 'topic')
    expect(islands.map(({ id, label, count, hue }) => [id, label, count, hue])).toEqual([
      [topicNode('boat'), 'boats: old boat', 4, 0],
      [topicNode('bread'), 'breads: old bread', 2, 1],
      [topicNode(null), 'Other', 2, undefined],
    ])
    expect(islands[1]).toMatchObject({ x: 500, y: 0, recalls: 3, recalledAt: expect.any(String) })
    expect(edges(dto, 'recalled')).toEqual([
      [topicNode('boat'), topicNode('bread'), 2],
      [topicNode('bread'), topicNode('boat'), 1],
    ])
  })

  it('has what ties topics: subjects of facts and names, but not the person', async () => {
    await seedFact(at, talks[0], 1, ['harbour', 'is in', 'Cork'])
    const cork = await seedFact(at, talks[1], 3, ['harbour', 'opens at', 'nine'])
    await seedFact(at, talks[0], 2, ['cat', 'name', 'Miso'])
    for (const number of [1, 3]) await seedFact(at, talks[0], number, ['user', 'likes', `tea ${number}`])
    const dto = await map()
    expect(labels(dto, 'entity').sort()).toEqual(['Galway', 'harbour'])
    expect(edges(dto, 'ties')).toEqual(
      expect.arrayContaining([
        [topicNode('boat'), topicNode('bread'), 5],
        [namedId('Galway'), topicNode('bread'), 3],
      ]),
    )
    expect(await loadNode(at.db, at.ownerId, namedId('Galway'))).toMatchObject({ node: { label: 'Galway' } })
    await trashFacts(at.db, at.ownerId, 'bin', [cork], new Date(), 30_000)
    expect(labels(await map(), 'entity')).toEqual(['Galway'])
  })
})

describe('a conversation in the trash', () => {
  it('takes along the words that no other turn says, and a name that a model gave with them', async () => {
    await at.db.topic.update({
      where: { id: 'bread' },
      data: { title: 'A bakery', titleKey: `turns ${talks[0].turnIds[0]}` },
    })
    expect(labels(await map(), 'topic')).toEqual(['boats: old boat', 'A bakery', 'Other'])
    await trashConversation(at.db, at.ownerId, talks[0].conversationId, 'bin', new Date())
    const dto = await map()
    expect(dto.nodes.map(({ label, count }) => [label, count])).toEqual([
      ['old boat', 2],
      ['old bread', 1],
      ['Other', 1],
    ])
    expect(dto.total).toMatchObject({ conversations: 1, turns: 4 })
    expect(labels(await map({ topicId: 'boat' }), 'conversation')).toHaveLength(1)
  })
})

describe('a topic opened', () => {
  it('has its conversations with their share of it, and the facts they state', async () => {
    const fact = await seedFact(at, talks[0], 2, ['boat', 'name', 'Nora'])
    await seedFact(at, talks[0], 3, ['bread', 'needs', 'salt'])
    const dto = await map({ topicId: 'boat' })
    expect(edges(dto, 'holds').sort()).toEqual(
      talks.map(({ conversationId }) => [topicNode('boat'), conversationNode(conversationId), 2]).sort(),
    )
    expect(labels(dto, 'fact')).toEqual(['boat: name Nora'])
    expect(edges(dto, 'states')).toEqual([[conversationNode(talks[0].conversationId), `fact:${fact}`, 1]])
    expect(dto.nodes.every(({ topicId, hue }) => topicId === 'boat' && hue === 0)).toBe(true)
  })

  it('has its turns, each with a line', async () => {
    const dto = await map({ topicId: 'boat' })
    const turns = dto.nodes.filter(({ kind }) => kind === 'turn')
    expect(turns.map(({ conversationId, label }) => [conversationId, label]).sort()).toEqual(
      talks
        .flatMap(({ conversationId }) => ['message 1', 'message 2'].map((line) => [conversationId, line]))
        .sort(),
    )
    expect(turns.every(({ topicId }) => topicId === 'boat')).toBe(true)
  })

  it('is unknown to others, and once it is gone', async () => {
    await expect(loadMap(at.db, 'stranger', { topicId: 'boat' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(map({ topicId: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await loadNode(at.db, 'stranger', topicNode('boat'))).toBeNull()
  })
})

describe('turns', () => {
  it('have the colour of their topic, in a conversation and on their own', async () => {
    const [{ conversationId, turnIds }] = talks
    const dto = await map({ conversationId })
    const turns = dto.nodes.filter(({ kind }) => kind === 'turn')
    expect(turns.map(({ topicId, hue }) => [topicId, hue])).toEqual([
      ['boat', 0],
      ['boat', 0],
      ['bread', 1],
      [OTHER_TOPIC, undefined],
    ])
    const turn = await map({ turnId: turnIds[2] })
    expect(turn.path.map(({ kind, id }) => [kind, id])).toEqual([
      ['topic', 'bread'],
      ['conversation', conversationId],
      ['turn', turnIds[2]],
    ])
  })
})
