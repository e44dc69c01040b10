import { describe, expect, it } from 'vitest'
import { growthOf } from './growth'
import { timeLayout } from './layout/time-layout'
import { isLink, parsePlace, partKey, placeQuery, START } from './place'
import { countKinds, type Filter, shownOf } from './shown'
import { testEdge, testGraph, testNode, testTurn } from './testing-graph'
import { startOfWalk, walk } from './walk'

const graph = testGraph({ c1: 6 })
graph.edges.push(testEdge('recalled', 'turn:b_c1_5', 'turn:b_c1_2', 0.9))
graph.nodes.push(
  testNode('file', 'c1:plan.md', { label: 'plan.md', turnNumber: 6, from: 3, to: 6 }),
  testNode('roll-up', 'r1', { from: 1, to: 4, turnNumber: 4, level: 1, branchId: 'b_c1' }),
)
graph.edges.push(testEdge('touched', 'turn:b_c1_3', 'file:c1:plan.md'), testEdge('touched', 'turn:b_c1_6', 'file:c1:plan.md'))
const growth = growthOf(graph)
const all: Filter = { hidden: new Set(), text: '', found: null, until: null }
const shown = (filter: Partial<Filter>) => shownOf(graph, growth, { ...all, ...filter })

describe('filtering', () => {
  it('lets everything stand out when nothing is asked', () => {
    expect(shown({}).nodes.size).toBe(graph.nodes.length)
    expect(shown({}).edges.size).toBe(graph.edges.length)
  })

  it('fades a kind, and with a node its links', () => {
    const { nodes, edges } = shown({ hidden: new Set(['context']) })
    expect(nodes.size).toBe(graph.nodes.length - 6)
    expect([...edges].filter((id) => id.startsWith('snapshot'))).toEqual([])
    expect(shown({ hidden: new Set(['recalled']) }).edges.size).toBe(graph.edges.length - 1)
  })

  it('finds by label, whatever case and accents, by number, and by what the server found in the full text', () => {
    expect([...shown({ text: 'QUÉSTION 2' }).nodes].sort()).toEqual(['summary:b_c1_2', 'turn:b_c1_2'])
    expect(shown({ text: 'turn 4' }).nodes).toContain('turn:b_c1_4')
    expect(shown({ text: '4' }).nodes).not.toContain('turn:b_c1_3')
    expect(shown({ text: 'nowhere' }).nodes.size).toBe(0)
    expect([...shown({ text: 'nowhere', found: new Set(['b_c1_3']) }).nodes].sort()).toEqual(['context:b_c1_3', 'summary:b_c1_3', 'turn:b_c1_3'])
  })

  it('counts kinds whatever is filtered', () => {
    expect(Object.fromEntries(countKinds(graph))).toMatchObject({ turn: 6, context: 6, summary: 6, file: 1, 'roll-up': 1, recalled: 1, next: 5 })
  })
})

describe('the replay', () => {
  it('goes turn by turn, oldest first', () => {
    expect(growth.steps.map((step) => step.turnNumber)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('lets records come with their turn, files with the first turn that touched them, roll-ups with the last they cover, links with their later end', () => {
    const born = (id: string) => growth.born.get(id)
    expect([born('context:b_c1_2'), born('summary:b_c1_2')]).toEqual([1, 1])
    expect(born('file:c1:plan.md')).toBe(2)
    expect(born('roll-up:r1')).toBe(3)
    expect(born('recalled turn:b_c1_5 turn:b_c1_2')).toBe(4)
    expect(born('touched turn:b_c1_6 file:c1:plan.md')).toBe(5)
  })

  it('shows nothing that has not happened', () => {
    const { nodes, edges, unborn } = shown({ until: 1 })
    expect([...nodes].filter((id) => id.startsWith('turn:'))).toEqual(['turn:b_c1_1', 'turn:b_c1_2'])
    expect(unborn.has('turn:b_c1_3')).toBe(true)
    expect([...edges].every((id) => !unborn.has(id))).toBe(true)
    expect(shown({ until: 5 }).unborn.size).toBe(0)
  })
})

describe('walking by arrows', () => {
  const { positions } = timeLayout(graph)
  const standing = shown({}).nodes
  const from = (id: string, key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown', stand = standing) => walk({ graph, positions, standing: stand }, id, key)

  it('follows links before anything nearer that is not linked', () => {
    expect(from('turn:b_c1_2', 'ArrowRight')).toBe('turn:b_c1_3')
    expect(from('turn:b_c1_2', 'ArrowLeft')).toBe('turn:b_c1_1')
    expect(from('turn:b_c1_2', 'ArrowUp')).toBe('context:b_c1_2')
    expect(from('context:b_c1_2', 'ArrowDown')).toBe('turn:b_c1_2')
  })

  it('leads on to the nearest other node where no link goes, and stops at the edge', () => {
    expect(from('context:b_c1_2', 'ArrowRight')).toBe('context:b_c1_3')
    expect(from('turn:b_c1_1', 'ArrowLeft')).toBeNull()
    expect(from('turn:nobody', 'ArrowLeft')).toBeNull()
  })

  it('steps over what is faded', () => {
    const without = shown({ hidden: new Set(['context']) }).nodes
    expect(from('turn:b_c1_2', 'ArrowUp', without)).toBe('summary:b_c1_2')
  })

  it('starts at the newest turn', () => {
    expect(startOfWalk(growth.steps, standing)).toBe('turn:b_c1_6')
    expect(startOfWalk(growth.steps, new Set(['turn:b_c1_4']))).toBe('turn:b_c1_4')
    expect(startOfWalk([], standing)).toBeNull()
  })

  it('reaches every node from every other by arrows alone', () => {
    const graph2 = testGraph({ c1: 4, c2: 3 })
    graph2.nodes.push(...testTurn('c1', 3, 50, 'b_fork').nodes)
    const places = timeLayout(graph2).positions
    const everything = new Set(graph2.nodes.map(({ id }) => id))
    const reached = new Set(['turn:b_c1_1'])
    for (const id of reached)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const next = walk({ graph: graph2, positions: places, standing: everything }, id, key)
        if (next) reached.add(next)
      }
    expect([...everything].filter((id) => !reached.has(id))).toEqual([])
  })
})

describe('the address', () => {
  const params = (query: string) => parsePlace(new URLSearchParams(query))

  it('says everything and reads back the same', () => {
    const place = {
      ...START,
      conversation: 'conv_1',
      range: { from: 11, to: 480 },
      find: 'a & b',
      view: 'local' as const,
      centre: 'file:conv_1:notes/a b.md',
      depth: 3 as const,
      node: 'recalled turn:x turn:y',
      hidden: ['context' as const, 'next' as const],
      text: 'größe 7',
      until: 'turn:z',
    }
    expect(params(placeQuery(place))).toEqual(place)
    expect(placeQuery(START)).toBe('')
  })

  it('takes a bare id for a turn, as links from the chat give it, and what it does not understand for the default', () => {
    expect(params('?conversation=c&node=turn_7')).toMatchObject({ conversation: 'c', node: 'turn:turn_7' })
    expect(params('?view=spiral&range=9-3&hide=context,dragons&depth=9&conversation=../etc')).toEqual({ ...START, hidden: ['context'] })
    expect(isLink('recalled turn:x turn:y')).toBe(true)
    expect(isLink('file:c:my next plan.md')).toBe(false)
  })

  it('names the part of memory apart from how it is looked at', () => {
    expect(partKey(params('?conversation=c&node=turn:x&view=force&q=a'))).toBe(partKey(params('?conversation=c')))
    expect(partKey(params('?conversation=c&range=1-9'))).not.toBe(partKey(params('?conversation=c')))
  })
})
