import { describe, expect, it } from 'vitest'
import { weekAt } from '@/lib/shared/memory/calendar'
import {
  above,
  below,
  isLink,
  type MemoryAddress,
  mapQuery,
  parsePlace,
  partKey,
  placeQuery,
  START,
} from './place'
import { type Filter, hitsOf, shownElements } from './shown'
import { testEdge, testGraph, testIslands, testNode } from './testing-graph'
import { countKinds } from './toolbar/legend'

const levelOf = ({ topic, conversation, turn }: MemoryAddress) =>
  turn ? 4 : conversation ? 3 : topic ? 2 : 1

const topic = testNode('topic', 't1')
const talk = testNode('conversation', 'c1')
const turn = testNode('turn', 'x', { turnId: 'x', conversationId: 'c1' })

describe('the levels of the map', () => {
  it('lead down from a topic to a turn, and up again to where one came from', () => {
    let place: MemoryAddress = START
    const levels = [levelOf(place)]
    for (const node of [topic, talk, turn]) {
      place = { ...place, ...below(place, node) }
      levels.push(levelOf(place))
    }
    expect(levels).toEqual([1, 2, 3, 4])
    const selected: (string | null)[] = []
    for (let up = above(place); up; up = above(place)) {
      place = { ...place, ...up }
      selected.push(place.node)
    }
    expect(selected).toEqual([turn.id, talk.id, topic.id])
    expect(levelOf(place)).toBe(1)
  })

  it('end at what has nothing below it', () => {
    expect(below(START, testNode('fact', 'f'))).toBeNull()
    expect(below({ ...START, turn: 'x' }, turn)).toBeNull()
    expect(above(START)).toBeNull()
  })
})

describe('the address', () => {
  const params = (query: string) => parsePlace(new URLSearchParams(query))

  it('says everything and reads back the same', () => {
    const place = {
      ...{ topic: 'topic_1', conversation: 'conv_1', turn: 'turn_1', node: 'recalled turn:x turn:y' },
      hidden: ['context' as const, 'recalled' as const],
      text: 'größe 7',
      period: { from: weekAt(Date.parse('2026-03-04T00:00Z')), to: weekAt(Date.parse('2026-06-30T00:00Z')) },
    }
    expect(params(placeQuery(place))).toEqual(place)
    // Weeks from Monday to Sunday.
    expect(placeQuery(place)).toContain('from=2026-03-02&to=2026-07-05')
    expect(placeQuery(START)).toBe('')
  })

  it('takes a bare id for a turn, and replaces what is invalid with the default', () => {
    expect(params('?conversation=c&node=turn_7')).toMatchObject({ conversation: 'c', node: 'turn:turn_7' })
    expect(
      params('?view=time&from=2026-09-01&to=2026-03-01&hide=context,dragons&conversation=../etc'),
    ).toEqual({
      ...START,
      hidden: ['context'],
    })
    expect(params('?from=2026-13-40&to=x').period).toBeNull()
    expect(isLink('recalled turn:x turn:y')).toBe(true)
    expect(isLink('file:c:my next plan.md')).toBe(false)
  })

  it('names the part of memory apart from how it is looked at', () => {
    const key = (query: string) => partKey(params(query))
    expect(key('?conversation=c&node=turn:x&q=a')).toBe(key('?conversation=c'))
    const then = '&from=2026-03-02&to=2026-03-08'
    expect(key(`?conversation=c${then}`)).not.toBe(key('?conversation=c'))
    expect(key(`?conversation=c&turn=t${then}`)).toBe(key('?conversation=c&turn=t'))
    const { period } = mapQuery(params(`?topic=t${then}`))
    expect(Date.parse(period?.until ?? '') - Date.parse(period?.since ?? '')).toBe(7 * 86_400_000)
    expect(key('?conversation=c&topic=t')).not.toBe(key('?conversation=c'))
    expect(mapQuery(params('?topic=t&conversation=c&q=x'))).toEqual({ topicId: 't', conversationId: 'c' })
  })
})

const graph = testGraph({ c1: 6 })
graph.edges.push(testEdge('recalled', 'turn:b_c1_5', 'turn:b_c1_2', 0.9))
graph.nodes.push(
  testNode('file', 'c1:plan.md', { label: 'plan.md', turnNumber: 6, from: 3, to: 6 }),
  testNode('roll-up', 'r1', { from: 1, to: 4, turnNumber: 4, level: 1, branchId: 'b_c1' }),
)
graph.edges.push(
  testEdge('touched', 'turn:b_c1_3', 'file:c1:plan.md'),
  testEdge('touched', 'turn:b_c1_6', 'file:c1:plan.md'),
)
const all: Filter = { hidden: new Set(), text: '', found: null, isInPeriod: null }
const shown = (filter: Partial<Filter>) => shownElements(graph, { ...all, ...filter })

describe('filtering', () => {
  it('lets everything stand out when nothing is asked', () => {
    expect(shown({}).nodes.size).toBe(graph.nodes.length)
    expect(shown({}).edges.size).toBe(graph.edges.length)
  })

  it('removes a kind, and with a node its links', () => {
    const { nodes, edges, gone } = shown({ hidden: new Set(['context']) })
    expect([...gone].filter((id) => id.startsWith('context'))).toHaveLength(6)
    expect([...gone].filter((id) => id.startsWith('snapshot'))).toHaveLength(6)
    expect(nodes.size).toBe(graph.nodes.length - 6)
    expect([...edges].filter((id) => id.startsWith('snapshot'))).toEqual([])
    expect(shown({ hidden: new Set(['recalled']) }).edges.size).toBe(graph.edges.length - 1)
  })

  it('matches by label in any case and accents, by number, and by the server’s result', () => {
    expect([...shown({ text: 'QUÉSTION 2' }).nodes].sort()).toEqual(['summary:b_c1_2', 'turn:b_c1_2'])
    expect([...shown({ text: 'questions 2' }).nodes].sort()).toEqual(['summary:b_c1_2', 'turn:b_c1_2'])
    expect(shown({ text: 'message 4' }).nodes).toContain('turn:b_c1_4')
    expect(shown({ text: '4' }).nodes).not.toContain('turn:b_c1_3')
    expect(shown({ text: 'nowhere' }).nodes.size).toBe(0)
    const found = graph.nodes.filter(({ id }) => id === 'turn:b_c1_3')
    expect(shown({ text: 'nowhere', found }).gone.size).toBe(0)
    expect([...shown({ text: 'nowhere', found }).nodes].sort()).toEqual([
      'context:b_c1_3',
      'summary:b_c1_3',
      'turn:b_c1_3',
    ])
  })

  it('keeps what is of a period, and fades the rest', () => {
    const then = shown({ isInPeriod: ({ turnNumber }) => turnNumber === 2 })
    expect([...then.nodes].sort()).toEqual(['context:b_c1_2', 'summary:b_c1_2', 'turn:b_c1_2'])
    expect(then.gone.size).toBe(0)
  })

  it('finds the island of a turn that the server found: each turn counts once', () => {
    const topic = testNode('topic', 't1', { label: 'cats' })
    const talk = testNode('conversation', 'c1', { label: 'A talk' })
    const other = testNode('topic', 't2', { label: 'dogs' })
    const found = [testNode('turn', 'x', { turnId: 'x', topicId: 't1', conversationId: 'c1' })]
    const wide = { nodes: [topic, talk, other], edges: [] }
    expect([...shownElements(wide, { ...all, text: 'quinces', found }).nodes]).toEqual([talk.id])
    const topics = { nodes: [topic, other], edges: [] }
    expect([...shownElements(topics, { ...all, text: 'quinces', found }).nodes]).toEqual([topic.id])
    const unsorted = testNode('turn', 'y', { conversationId: 'c2' })
    expect(Object.fromEntries(hitsOf([...found, unsorted], wide.nodes))).toEqual({
      ...{ 'conversation:c1': 1, 'topic:other': 1 },
    })
  })

  it('counts what the legend names, of links recalls, ties, branches and what lessons and facts replace', () => {
    const counted = (of: Parameters<typeof countKinds>[0]) => Object.fromEntries(countKinds(of))
    expect(counted(graph)).toEqual({ turn: 6, context: 6, summary: 6, file: 1, 'roll-up': 1, recalled: 1 })
    expect(counted(testIslands([20, 10]))).toEqual({ topic: 2, entity: 1, ties: 2 })
  })
})
