import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadPositions, savePositions } from '@/lib/db/memory/map'
import { recallOps } from '@/lib/db/memory/recalls'
import { type TestDb, testDb, testRuntime } from '@/lib/db/testing'
import { type Seeded, type SeedTurn, seedConversation, seedFork, seedLong } from '@/lib/db/testing-seed'
import { loadMap } from '@/lib/memory/map/load-map'
import { wholeMap } from '@/lib/memory/map/testing-whole-map'
import { dueRollUps } from '@/lib/memory/summaries/roll-up'
import { saveRollUp } from '@/lib/memory/summaries/testing-roll-up'
import { quarterTokens } from '@/lib/memory/text/testing-names'
import type { GraphDto } from '@/lib/shared/memory/graph'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import { loadNode } from './graph-details'

let at: TestDb
beforeEach(async () => {
  at = await testDb()
})
afterEach(() => at.close())

const turns = (count: number): SeedTurn[] =>
  Array.from({ length: count }, (_, i) => ({
    userText: `question ${i + 1}`,
    answer: `answer ${i + 1}`,
    summary: { text: `summary ${i + 1}`, insights: ['one'] },
  }))
const whole = () => wholeMap(at.db, at.ownerId)
const edges = (dto: GraphDto, kind: string) =>
  dto.edges.filter((edge) => edge.kind === kind).map((edge) => [edge.from, edge.to])
const count = (dto: GraphDto, kind: string) => dto.nodes.filter((node) => node.kind === kind).length
const id = (talk: Seeded, i: number) => talk.turnIds[i] ?? ''

const recallBetween = async (from: string, to: string, talk: Seeded) =>
  at.db.$transaction(
    recallOps(at.db, at.ownerId, {
      turnId: from,
      stepId: 's',
      recall: {
        id: `rec_${from}_${to}`,
        index: await at.db.recall.count(),
        source: 'think',
        request: {},
        engine: 'bm25',
        ms: 1,
        nearMisses: [],
        note: '',
        hits: [
          {
            rank: 1,
            kind: 'turn',
            refId: to,
            turnId: to,
            turnNumber: 1,
            conversationId: talk.conversationId,
            contextId: null,
            at: '',
            score: 0.8,
            parts: {},
            excerpt: 'x',
            tokens: 1,
          },
        ],
      },
      countTokens: quarterTokens,
      now: new Date(),
    }),
  )

describe('the memory graph', () => {
  it('shows turns, contexts, summaries, roll-ups and files with every kind of link', async () => {
    const talk = await seedConversation(at, turns(10))
    const fork = await seedFork(at, talk, 9, turns(1))
    for (const due of await dueRollUps(at.db, at.ownerId, talk.path))
      await saveRollUp(
        at.db,
        at.ownerId,
        talk.conversationId,
        due,
        { summary: 'ten messages', insights: [] },
        'model',
        { runtime: testRuntime(), countTokens: quarterTokens },
      )
    await at.db.fileTouch.create({
      data: { turnId: id(talk, 1), path: 'a/b.md', op: 'write', ownerId: at.ownerId, tokens: 4 },
    })
    await recallBetween(id(talk, 4), id(talk, 1), talk)
    await at.db.recall.updateMany({ data: { injectedStepId: 's2' } })
    const dto = await whole()
    const turn = (i: number) => nodeId('turn', id(talk, i))
    const rollUp = dto.nodes.find((node) => node.kind === 'roll-up')
    expect([
      count(dto, 'turn'),
      count(dto, 'context'),
      count(dto, 'summary'),
      count(dto, 'roll-up'),
      count(dto, 'file'),
    ]).toEqual([11, 11, 11, 1, 1])
    expect(edges(dto, 'next')).toHaveLength(9)
    expect(edges(dto, 'branch')).toEqual([[turn(8), nodeId('turn', id(fork, 0))]])
    expect(edges(dto, 'recalled')).toEqual([[turn(4), turn(1)]])
    expect(edges(dto, 'touched')).toEqual([[turn(1), fileId(talk.conversationId, 'a/b.md')]])
    expect(edges(dto, 'rolls-up')).toHaveLength(10)
    expect(edges(dto, 'rolls-up')).not.toContainEqual([
      rollUp?.id,
      nodeId('summary', `sum_${fork.contextIds[0]}`),
    ])
    expect(edges(dto, 'summarises')).toHaveLength(11)
    expect(edges(dto, 'snapshot')).toHaveLength(11)
    expect(dto.edges.find((edge) => edge.kind === 'recalled')?.score).toBe(0.8)
    const ids = dto.nodes.map((node) => node.id)
    for (const edge of dto.edges) expect(ids).toEqual(expect.arrayContaining([edge.from, edge.to]))
  })

  it("shows nothing of somebody else's, nor of the trash", async () => {
    const talk = await seedConversation(at, turns(3))
    await at.db.user.create({ data: { id: 'stranger', createdAt: new Date() } })
    expect((await wholeMap(at.db, 'stranger')).nodes).toEqual([])
    await expect(loadMap(at.db, 'stranger', { conversationId: talk.conversationId })).rejects.toMatchObject({
      code: 'not_found',
    })
    const ids = [
      nodeId('turn', id(talk, 0)),
      nodeId('context', talk.contextIds[0] ?? ''),
      nodeId('summary', `sum_${talk.contextIds[0]}`),
    ]
    for (const one of ids) {
      expect(await loadNode(at.db, at.ownerId, one)).not.toBeNull()
      expect(await loadNode(at.db, 'stranger', one)).toBeNull()
    }
    await at.db.conversation.updateMany({ data: { trashId: 'bin' } })
    await at.db.turn.updateMany({ data: { trashId: 'bin' } })
    expect((await whole()).nodes).toEqual([])
    for (const one of ids) expect(await loadNode(at.db, at.ownerId, one)).toBeNull()
  })
})

describe('a node in full', () => {
  it('holds its texts and the way into the chat', async () => {
    const talk = await seedLong(at, 120, 7)
    const turn = await loadNode(at.db, at.ownerId, nodeId('turn', talk.turnId(50)))
    expect(turn).toMatchObject({
      node: { kind: 'turn', turnNumber: 50, conversationId: talk.conversationId },
      turnId: talk.turnId(50),
    })
    expect(turn?.sections.map((section) => section.title)).toEqual(['User message', 'Answer'])
    const context = await loadNode(at.db, at.ownerId, nodeId('context', `ctx_${talk.turnId(50)}`))
    expect(context?.sections[0]?.text).toContain('This is what was said')
    const summary = await loadNode(at.db, at.ownerId, nodeId('summary', `sum_ctx_${talk.turnId(50)}`))
    expect(summary).toMatchObject({
      node: { kind: 'summary', turnNumber: 50 },
      turnId: talk.turnId(50),
    })
    const rollUp = await loadNode(at.db, at.ownerId, nodeId('roll-up', `rol_2_${talk.turnId(100)}`))
    expect(rollUp).toMatchObject({ node: { kind: 'roll-up', level: 2, from: 1, to: 100 } })
    const file = await loadNode(at.db, at.ownerId, fileId(talk.conversationId, 'notes/3.md'))
    expect(file).toMatchObject({
      node: { kind: 'file', label: 'notes/3.md' },
      sections: [{ title: 'Content', path: 'notes/3.md' }],
    })
    expect(await loadNode(at.db, at.ownerId, talk.turnId(50))).toEqual(turn)
    for (const unknown of ['turn:none', 'roll-up:none', 'file:none:x', 'range:none:1-2', 'nonsense:', ''])
      expect(await loadNode(at.db, at.ownerId, unknown)).toBeNull()
  })
})

describe('positions', () => {
  it('are kept per person and view, the last one of a node', async () => {
    await savePositions(at.db, at.ownerId, 'time', [
      { node: 'turn:a', x: 1, y: 2 },
      { node: 'turn:b', x: 3, y: 4 },
    ])
    await savePositions(at.db, at.ownerId, 'time', [
      { node: 'turn:a', x: 9.5, y: -2 },
      { node: 'turn:a', x: 10, y: -3 },
    ])
    await savePositions(at.db, at.ownerId, 'force', [])
    expect(await loadPositions(at.db, at.ownerId, 'time')).toEqual([
      { node: 'turn:a', x: 10, y: -3 },
      { node: 'turn:b', x: 3, y: 4 },
    ])
    expect(await loadPositions(at.db, at.ownerId, 'force')).toEqual([])
    expect(await loadPositions(at.db, 'somebody', 'time')).toEqual([])
  })
})
