import { describe, expect, it } from 'vitest'
import { growthOf } from '@/components/memory/replay/growth'
import { testEdge, testGraph } from '../testing-graph'
import { forceLayout } from './force-layout'
import { localLayout } from './local-layout'
import { neighbourhood } from './neighbourhood'
import { partNodes } from './part-nodes'
import { forceInput } from './run-force'
import { settle } from './settle'

const graph = testGraph({ c1: 8 })
graph.edges.push(testEdge('recalled', 'turn:b_c1_7', 'turn:b_c1_2', 0.9))
const whole = { rounds: 4, goOn: () => true }

describe('the force layout', () => {
  it('places every node, the same way each time', () => {
    const once = forceLayout(forceInput(graph), whole)
    expect(once.map(([id]) => id).sort()).toEqual(graph.nodes.map((node) => node.id).sort())
    expect(forceLayout(forceInput({ nodes: [...graph.nodes].reverse(), edges: graph.edges }), whole)).toEqual(
      once,
    )
  })

  it('keeps to its deadline', () => {
    let rounds = 0
    forceLayout(forceInput(graph), { rounds: 1_000, goOn: () => ++rounds <= 3 })
    expect(rounds).toBe(4)
  })

  it('leaves no two nodes on one another', () => {
    const discs = Array.from({ length: 40 }, (_, i) => ({ id: `n${i}`, x: (i % 3) * 2, y: 0, size: 10 }))
    const overlaps = (placed: typeof discs) =>
      placed.filter((a, i) => placed.slice(i + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 19.5)).length
    expect(overlaps(discs)).toBeGreaterThan(0)
    expect(overlaps(partNodes(discs))).toBe(0)
  })

  it('moves nothing when memory grows a little, and starts anew when little is known', () => {
    const known = new Map(forceLayout(forceInput(graph), whole).map(([id, x, y]) => [id, { x, y }]))
    const grown = testGraph({ c1: 9 })
    const places = settle(grown, known)
    expect(places?.size).toBe(grown.nodes.length)
    for (const [id, point] of known) expect(places?.get(id)).toEqual(point)
    expect(settle(testGraph({ other: 9 }), known)).toBeNull()
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
