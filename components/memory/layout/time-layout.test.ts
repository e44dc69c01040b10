import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GraphDto } from '@/lib/shared/graph'
import { testEdge, testGraph, testNode, testTurn } from '../testing-graph'
import { type TimeLayout, timeLayout } from './time-layout'

const at = (layout: TimeLayout, id: string) => layout.positions.get(id) ?? { x: Number.NaN, y: Number.NaN }
const shuffled = (graph: GraphDto): GraphDto => ({
  ...graph,
  nodes: [...graph.nodes].reverse(),
  edges: [...graph.edges].reverse(),
})

type Layout = (graph: GraphDto) => TimeLayout
/** Turns to the left of an older one. */
const backwards = (layout: Layout, graph: GraphDto) => {
  const placed = layout(graph)
  const turns = graph.nodes.filter((node) => node.kind === 'turn')
  return turns.filter((node) =>
    turns.some((other) => other.at < node.at && at(placed, other.id).x > at(placed, node.id).x),
  ).length
}

describe('the time layout', () => {
  it('puts every node somewhere, and every conversation in a lane of its own', () => {
    const graph = testGraph({ c1: 4, c2: 3 })
    const layout = timeLayout(graph)
    expect([...layout.positions.keys()].sort()).toEqual(graph.nodes.map((node) => node.id).sort())
    for (const lane of layout.lanes)
      for (const node of graph.nodes.filter((one) => one.conversationId === lane.conversationId)) {
        expect(at(layout, node.id).y).toBeGreaterThan(lane.top)
        expect(at(layout, node.id).y).toBeLessThan(lane.bottom)
      }
    const [first, second] = layout.lanes
    expect(second?.bottom).toBeLessThan(first?.top ?? 0)
  })

  it('puts facts below their turns and what they are about below them, apart from each other', () => {
    const graph = testGraph({ c1: 4 })
    const place = { turnId: 'b_c1_2', turnNumber: 2, branchId: 'b_c1' }
    const facts = ['f1', 'f2', 'f3'].map((id) => testNode('fact', id, place))
    const entities = ['cat', 'dog'].map((id) => testNode('entity', id, { turnNumber: 2 }))
    graph.nodes.push(...facts, ...entities)
    const layout = timeLayout(graph)
    const plain = timeLayout(testGraph({ c1: 4 }))
    const turn = at(layout, 'turn:b_c1_2')
    for (const { id } of facts) expect(at(layout, id).y).toBeGreaterThan(turn.y)
    for (const { id } of entities) expect(at(layout, id).y).toBeGreaterThan(at(layout, 'fact:f1').y)
    expect(at(layout, 'fact:f1').x).toBe(turn.x)
    for (const some of [facts, entities]) {
      const xs = some.map(({ id }) => at(layout, id).x)
      expect(new Set(xs).size).toBe(some.length)
    }
    expect(layout.lanes[0]?.bottom).toBeGreaterThan(at(layout, 'entity:cat').y)
    expect(turn.x).toBe(at(plain, 'turn:b_c1_2').x)
  })

  it('lets time run left to right across conversations', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }), (lengths) => {
        expect(
          backwards(timeLayout, testGraph(Object.fromEntries(lengths.map((length, i) => [`c${i}`, length])))),
        ).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  it('negative control: a layout that starts each lane at the left is found out', () => {
    const byNumber: Layout = (graph) => ({
      ...timeLayout(graph),
      positions: new Map(graph.nodes.map((node) => [node.id, { x: node.turnNumber * 40, y: 0 }])),
    })
    expect(backwards(byNumber, testGraph({ c1: 4, c2: 3 }))).toBeGreaterThan(0)
  })

  it('gives the same picture whatever order the server sends', () => {
    const graph = testGraph({ c1: 5, c2: 2 })
    expect(Object.fromEntries(timeLayout(shuffled(graph)).positions)).toEqual(
      Object.fromEntries(timeLayout(graph).positions),
    )
  })

  it('leaves what is there where it is when memory grows', () => {
    const before = timeLayout(testGraph({ c1: 3 }))
    const after = timeLayout(testGraph({ c1: 5, c2: 2 }))
    for (const [id, point] of before.positions) expect(after.positions.get(id)).toEqual(point)
  })

  it('stacks context, summary and roll-up above their turns, and files below', () => {
    const graph = testGraph({ c1: 3 })
    graph.nodes.push(
      testNode('roll-up', 'r', { from: 1, to: 3, turnNumber: 3, level: 1, branchId: 'b_c1' }),
      testNode('file', 'c1:a.md', { turnNumber: 2, from: 2, to: 2 }),
    )
    const layout = timeLayout(graph)
    const ys = ['roll-up:r', 'summary:b_c1_2', 'context:b_c1_2', 'turn:b_c1_2', 'file:c1:a.md'].map(
      (id) => at(layout, id).y,
    )
    expect(ys).toEqual([...ys].sort((a, b) => a - b))
    expect(new Set(ys).size).toBe(5)
    const xs = ['context:b_c1_2', 'turn:b_c1_2', 'summary:b_c1_2', 'roll-up:r', 'file:c1:a.md'].map(
      (id) => at(layout, id).x,
    )
    expect(new Set(xs).size).toBe(1)
  })

  it('keeps room below the turns for the arcs of recalls', () => {
    const plain = timeLayout(testGraph({ c1: 3 }))
    const graph = testGraph({ c1: 3 })
    graph.edges.push(testEdge('recalled', 'turn:b_c1_3', 'turn:b_c1_1', 0.8))
    const [lane] = timeLayout(graph).lanes
    const [bare] = plain.lanes
    expect((lane?.bottom ?? 0) - (lane?.top ?? 0)).toBeGreaterThan((bare?.bottom ?? 0) - (bare?.top ?? 0))
  })

  it('gives a branch a row of its own', () => {
    const graph = testGraph({ c1: 4 })
    const fork = testTurn('c1', 3, 100, 'b_other')
    graph.nodes.push(...fork.nodes)
    const layout = timeLayout(graph)
    expect(at(layout, 'turn:b_other_3').y).toBeGreaterThan(at(layout, 'turn:b_c1_3').y)
    expect(at(layout, 'turn:b_other_3').x).toBeGreaterThan(at(layout, 'turn:b_c1_4').x)
  })

  it('puts collapsed ranges before the turns that follow them, whatever their date, side by side', () => {
    const graph = testGraph({ c1: 2 })
    for (const node of graph.nodes)
      Object.assign(node, { turnNumber: node.turnNumber + 30, from: node.from + 30, to: node.to + 30 })
    for (const [from, to] of [
      [11, 20],
      [1, 10],
      [21, 30],
    ] as const)
      graph.nodes.push(
        testNode('range', `c1:${from}-${to}`, { from, to, turnNumber: to, at: '2027-01-01T00:00:00.000Z' }),
      )
    const layout = timeLayout(graph)
    const xs = ['range:c1:1-10', 'range:c1:11-20', 'range:c1:21-30', 'turn:b_c1_1', 'turn:b_c1_2'].map(
      (id) => at(layout, id).x,
    )
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
    for (let i = 1; i < xs.length; i += 1) expect((xs[i] ?? 0) - (xs[i - 1] ?? 0)).toBeGreaterThanOrEqual(46)
  })
})
