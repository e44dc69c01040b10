import { describe, expect, it } from 'vitest'
import { growthOf } from '@/components/memory/replay/growth'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { testEdge, testGraph, testIslands, testMap, testNode, testTurn } from '../testing-graph'
import { islandLayout } from './island-layout'
import { localLayout } from './local-layout'
import { mapLayout } from './map-layout'
import { neighbourhood } from './neighbourhood'
import { type Disc, partNodes } from './part-nodes'
import { pathBetween } from './path-between'
import type { Placed } from './placed'
import { cardsLayout, turnRows } from './rows-layout'

const graph = testGraph({ c1: 8 })
graph.edges.push(testEdge('recalled', 'turn:b_c1_7', 'turn:b_c1_2', 0.9))
const point = ({ positions }: Placed, id: string) => positions.get(id) ?? { x: Number.NaN, y: Number.NaN }

/** Pairs of round shapes that touch. */
const touching = ({ positions, sizes }: Placed) => {
  const ids = [...sizes.keys()]
  const radius = (id: string) => (sizes.get(id)?.width ?? 0) / 2
  return ids.flatMap((a, index) =>
    ids.slice(index + 1).filter((b) => {
      const [p, q] = [positions.get(a), positions.get(b)]
      return p && q && Math.hypot(p.x - q.x, p.y - q.y) < radius(a) + radius(b)
    }),
  ).length
}

describe('islands', () => {
  const sizes = [400, 120, 90, 60, 44, 31, 20, 18, 12, 9, 8, 8, 8]

  it('are as large as their turns, apart from each other and the same every time', () => {
    const map = testIslands(sizes)
    const placed = islandLayout(map)
    expect(placed.positions.size).toBe(map.nodes.length)
    expect(touching(placed)).toBe(0)
    expect(placed.sizes.get('topic:t0')?.width).toBeGreaterThan(placed.sizes.get('topic:t1')?.width ?? 0)
    expect(islandLayout({ ...map, nodes: [...map.nodes].reverse() })).toEqual(placed)
  })

  it('stay where the server keeps them; new ones find free water', () => {
    const map = testIslands([100, 60, 40])
    const kept = map.nodes.map((node, index): GraphNode => {
      const place = [
        { x: 0, y: 0 },
        { x: 900, y: 40 },
      ][index]
      return node.kind === 'topic' && place ? { ...node, ...place } : node
    })
    const placed = islandLayout({ ...map, nodes: kept })
    expect([point(placed, 'topic:t0'), point(placed, 'topic:t1')]).toEqual([
      { x: 0, y: 0 },
      { x: 900, y: 40 },
    ])
    expect(touching(placed)).toBe(0)
  })

  it('negative control: islands on one place are seen to touch', () => {
    const { sizes } = islandLayout(testIslands([9, 9]))
    const heap = new Map([...sizes.keys()].map((id) => [id, { x: 0, y: 0 }]))
    expect(touching({ positions: heap, sizes })).toBeGreaterThan(0)
  })

  it('have what ties them in between', () => {
    const placed = islandLayout(testIslands([30, 30]))
    const [a, b, ana] = ['topic:t0', 'topic:t1', 'entity:ana'].map((id) => point(placed, id))
    const between = { x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 }
    expect(Math.hypot((ana?.x ?? 0) - between.x, (ana?.y ?? 0) - between.y)).toBeLessThan(120)
  })

  it('stay where a person puts them', () => {
    const moves = new Map([['topic:t1', { x: 5_000, y: 0 }]])
    expect(
      point(mapLayout(testIslands([9, 9]), { born: new Map(), moves, tall: false }), 'topic:t1'),
    ).toEqual({ x: 5_000, y: 0 })
  })
})

describe('parting discs', () => {
  const discs = Array.from({ length: 40 }, (_, i): Disc => ({ id: `n${i}`, x: (i % 3) * 2, y: 0, size: 10 }))
  const overlaps = (placed: readonly Disc[]) =>
    placed.filter((a, i) => placed.slice(i + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 19.5)).length

  it('leaves no two on one another', () => {
    expect(overlaps(discs)).toBeGreaterThan(0)
    expect(overlaps(partNodes(discs))).toBe(0)
  })
})

describe('an island opened', () => {
  const cards = [7, 3, 12].map((count, index) => testNode('conversation', `c${index}`, { count }))
  const facts = ['a', 'b'].map((id) => testNode('fact', id))

  it('has the conversations as cards, the largest first, and facts beside them', () => {
    const placed = cardsLayout([...facts, ...cards])
    const [first, second] = [point(placed, 'conversation:c2'), point(placed, 'conversation:c0')]
    expect(second.x).toBeGreaterThan(first.x)
    expect(point(placed, 'fact:a').x).toBeGreaterThan(second.x)
    expect(point(placed, 'fact:b').y).toBeGreaterThan(point(placed, 'fact:a').y)
    expect(placed.sizes.size).toBe(3)
  })
})

describe('the turns of a conversation', () => {
  it('read down the columns, with contexts and summaries as parts of their glyphs', () => {
    const turns = testGraph({ c1: 30 })
    const placed = turnRows(turns.nodes)
    expect(placed.positions.size).toBe(30)
    const order = [...Array(30).keys()].map((index) => point(placed, `turn:b_c1_${index + 1}`))
    for (const [index, { x, y }] of order.entries()) {
      const before = order[index - 1]
      if (before) expect(x > before.x || (x === before.x && y > before.y)).toBe(true)
    }
  })

  it('indents another branch', () => {
    const nodes = [...testGraph({ c1: 3 }).nodes, ...testTurn('c1', 3, 9, 'b_other').nodes]
    const placed = turnRows(nodes)
    expect(point(placed, 'turn:b_other_3').x).toBeGreaterThan(point(placed, 'turn:b_c1_3').x)
  })
})

describe('a turn opened', () => {
  it('has its parts as nodes of their own, and none on another', () => {
    const path = [{ kind: 'turn', id: 'b_c1_2', label: 'Question 2' }] as const
    const near = neighbourhood(graph, 'turn:b_c1_2', 1)
    const stray = testNode('file', 'c1:a.md')
    const map = testMap(4, { nodes: [...near.nodes, stray], edges: near.edges }, [...path])
    const { positions } = mapLayout(map, { born: new Map(), moves: new Map(), tall: false })
    expect(positions.size).toBe(map.nodes.length)
    expect(new Set([...positions.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(map.nodes.length)
  })
})

describe('the local graph', () => {
  const ids = (depth: number) =>
    neighbourhood(graph, 'turn:b_c1_2', depth)
      .nodes.map((node) => node.id)
      .sort()

  it('holds what is at most so many links away, and every link among them', () => {
    expect(ids(1)).toEqual([
      'context:b_c1_2',
      'summary:b_c1_2',
      'turn:b_c1_1',
      'turn:b_c1_2',
      'turn:b_c1_3',
      'turn:b_c1_7',
    ])
    expect(ids(2).length).toBeGreaterThan(ids(1).length)
    const { nodes, edges } = neighbourhood(graph, 'turn:b_c1_2', 2)
    const inside = new Set(nodes.map((node) => node.id))
    expect(edges).toEqual(graph.edges.filter((edge) => inside.has(edge.from) && inside.has(edge.to)))
    expect(neighbourhood(graph, 'turn:nobody', 2).nodes).toEqual([])
  })

  it('puts earlier nodes left, later ones right, its own records above, none on another', () => {
    const near = neighbourhood(graph, 'turn:b_c1_2', 3)
    const places = localLayout(near, 'turn:b_c1_2', growthOf(graph).born)
    const at = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN }
    expect(at('turn:b_c1_2')).toEqual({ x: 0, y: 0 })
    expect(at('turn:b_c1_1').x).toBeLessThan(0)
    expect(at('turn:b_c1_7').x).toBeGreaterThan(0)
    expect(at('context:b_c1_2')).toMatchObject({ x: 0 })
    expect(at('summary:b_c1_2').y).toBeLessThan(0)
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(near.nodes.length)
  })
})

describe('a path between two nodes', () => {
  it('is the shortest one along links in either direction', () => {
    expect(pathBetween(graph.edges, 'turn:b_c1_1', 'summary:b_c1_7')).toEqual([
      'turn:b_c1_1',
      'next turn:b_c1_1 turn:b_c1_2',
      'turn:b_c1_2',
      'recalled turn:b_c1_7 turn:b_c1_2',
      'turn:b_c1_7',
      'summarises summary:b_c1_7 turn:b_c1_7',
      'summary:b_c1_7',
    ])
    expect(pathBetween(graph.edges, 'turn:b_c1_1', 'turn:elsewhere')).toEqual([])
  })
})
