import { describe, expect, it } from 'vitest'
import { type Filter, hitsOf, shownOf } from './shown'
import { testEdge, testGraph, testIslands, testNode } from './testing-graph'
import { countKinds } from './toolbar/legend'

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
const shown = (filter: Partial<Filter>) => shownOf(graph, { ...all, ...filter })

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
    expect([...shownOf(wide, { ...all, text: 'quinces', found }).nodes]).toEqual([talk.id])
    const topics = { nodes: [topic, other], edges: [] }
    expect([...shownOf(topics, { ...all, text: 'quinces', found }).nodes]).toEqual([topic.id])
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
