import { describe, expect, it } from 'vitest'
import type { GraphNode } from '@/lib/shared/memory/graph'
import { testEdge, testGraph, testIslands, testMap, testNode } from '../testing-graph'
import { CARD, cardsLayout } from './cards-layout'
import { islandLayout, toShare } from './island-layout'
import { mapLayout } from './map-layout'
import { stepsFrom } from './neighbourhood'
import type { Placed } from './placed'
import { rowsLayout } from './rows-layout'

const canvas = { width: 800, height: 700 }
const phone = { width: 390, height: 560 }
const graph = testGraph({ c1: 8 })
graph.edges.push(testEdge('recalled', 'turn:b_c1_7', 'turn:b_c1_2', 0.9))
const point = ({ positions }: Placed, id: string) => positions.get(id) ?? { x: Number.NaN, y: Number.NaN }

/** Pairs of round shapes with less than so many graph units between them. */
const closer = ({ positions, sizes }: Placed, least: number) => {
  const ids = [...sizes.keys()]
  const radius = (id: string) => (sizes.get(id)?.width ?? 0) / 2
  return ids.flatMap((a, index) =>
    ids.slice(index + 1).filter((b) => {
      const [p, q] = [positions.get(a), positions.get(b)]
      return p && q && Math.hypot(p.x - q.x, p.y - q.y) < radius(a) + radius(b) + least
    }),
  ).length
}

describe('islands', () => {
  const sizes = [400, 120, 90, 60, 44, 31, 20, 18, 12, 9, 8, 8, 8]

  it('are as large as their turns and the same every time', () => {
    const map = testIslands(sizes)
    const placed = islandLayout(map, canvas)
    expect(placed.positions.size).toBe(map.nodes.length)
    expect(placed.sizes.get('topic:t0')?.width).toBeGreaterThan(placed.sizes.get('topic:t1')?.width ?? 0)
    expect(islandLayout({ ...map, nodes: [...map.nodes].reverse() }, canvas)).toEqual(placed)
  })

  it('keep the directions that the server keeps', () => {
    const map = testIslands([100, 60, 40])
    const places = [
      { x: 0, y: 0 },
      { x: 900, y: 40 },
      { x: 450, y: 800 },
    ]
    const nodes = map.nodes.map((node, index): GraphNode => ({ ...node, ...places[index] }))
    const placed = islandLayout({ ...map, nodes }, canvas)
    const [a, b, c] = ['topic:t0', 'topic:t1', 'topic:t2'].map((id) => point(placed, id))
    expect(a?.x).toBeLessThan(b?.x ?? 0)
    expect(c?.y).toBeGreaterThan(Math.max(a?.y ?? 0, b?.y ?? 0))
  })

  it('negative control: islands on one place are seen to be too close', () => {
    const { sizes } = islandLayout(testIslands([9, 9]), canvas)
    const heap = new Map([...sizes.keys()].map((id) => [id, { x: 0, y: 0 }]))
    expect(closer({ positions: heap, sizes }, 0)).toBeGreaterThan(0)
  })

  it('stay where a person puts them, on a screen of another shape too', () => {
    const moves = new Map([['topic:t1', { x: 100, y: 900 }]])
    for (const view of [canvas, phone]) {
      const placed = mapLayout(testIslands([9, 9]), moves, view)
      const share = placed.area && toShare(point(placed, 'topic:t1'), placed.area)
      expect(share?.x).toBeCloseTo(100)
      expect(share?.y).toBeCloseTo(900)
    }
  })
})

describe('an island opened', () => {
  const card = (id: string, count: number) => testNode('conversation', id, { count, conversationId: id })
  const linesOf = (id: string, count: number, words = 30) =>
    [...Array(count).keys()].map((index) =>
      testNode('turn', `${id}_${index}`, {
        ...{ conversationId: id, turnNumber: index + 1, label: 'word '.repeat(words) },
      }),
    )
  const facts = [...Array(9).keys()].map((id) => testNode('fact', `f${id}`))
  const size = (placed: Placed, id: string) =>
    placed.sizes.get(id) ?? { width: Number.NaN, height: Number.NaN }
  const views = [canvas, phone, { width: 1_500, height: 800 }]

  it.each(views)('has its turns in cards that fit what is in them, on %o', (view) => {
    const nodes = [card('a', 5), card('b', 2), ...linesOf('a', 5), ...linesOf('b', 2), ...facts]
    const placed = cardsLayout(nodes, view)
    for (const [id, count] of [
      ['a', 5],
      ['b', 2],
    ] as const) {
      const [{ x, y }, { width, height }] = [
        point(placed, `conversation:${id}`),
        size(placed, `conversation:${id}`),
      ]
      const own = linesOf(id, count).flatMap((turn) => {
        const row = placed.rows?.get(turn.id)
        return row ? { ...point(placed, turn.id), ...row } : []
      })
      expect(own.length).toBeGreaterThan(0)
      const text = own.reduce<number>(
        (sum, { lines = Number.NaN }) => sum + Math.max(20, 16 * lines),
        CARD.head,
      )
      expect(height - text).toBeGreaterThan(0)
      expect(height - text).toBeLessThan(12 * count + 12)
      for (const turn of own) {
        expect(Math.abs(turn.y - y)).toBeLessThan(height / 2)
        expect(turn.x).toBeGreaterThan(x - width / 2)
        expect(turn.x + turn.width).toBeLessThan(x + width / 2)
      }
    }
  })

  it('shows all turns where they fit, else the first ones of each conversation, in their order', () => {
    const all = cardsLayout([card('a', 6), ...linesOf('a', 6), ...facts], canvas)
    expect(all.rows?.size).toBe(6)
    const many = ['a', 'b', 'c', 'd', 'e', 'f']
    const nodes = many.flatMap((id) => [card(id, 24), ...linesOf(id, 24).reverse()])
    const some = cardsLayout(nodes, phone)
    expect(some.rows?.size).toBeGreaterThanOrEqual(many.length)
    expect(some.rows?.size).toBeLessThan(many.length * 6)
    expect([...(some.rows?.keys() ?? [])]).toContain('turn:a_23')
    const dots = [...some.positions].filter(([id]) => id.startsWith('turn:') && !some.rows?.has(id))
    expect(dots.length + (some.rows?.size ?? 0)).toBe(many.length * 24)
    expect(new Set(dots.map(([, { x, y }]) => `${x} ${y}`)).size).toBe(dots.length)
    expect(all.area?.y2).toBeLessThanOrEqual(canvas.height)
  })
})

describe('the turns of a conversation', () => {
  it('read down the columns, each with its context and its summary before it', () => {
    const turns = testGraph({ c1: 30 })
    const placed = rowsLayout(turns.nodes, canvas)
    expect(placed.positions.size).toBe(90)
    const [summary, context, turn] = ['summary', 'context', 'turn'].map((kind) =>
      point(placed, `${kind}:b_c1_9`),
    )
    expect([summary?.y, context?.y]).toEqual([turn?.y, turn?.y])
    expect([(summary?.x ?? 0) < (context?.x ?? 0), (context?.x ?? 0) < (turn?.x ?? 0)]).toEqual([true, true])
    const order = [...Array(30).keys()].map((index) => point(placed, `turn:b_c1_${index + 1}`))
    for (const [index, { x, y }] of order.entries()) {
      const before = order[index - 1]
      if (before) expect(x > before.x || (x === before.x && y > before.y)).toBe(true)
    }
  })
})

describe('a turn opened', () => {
  it('has its parts as nodes of their own, and none on another', () => {
    const path = [{ kind: 'turn', id: 'b_c1_2', label: 'Question 2' }] as const
    const near = stepsFrom(graph, 'turn:b_c1_2', 1)
    const nodes = graph.nodes.filter(({ id }) => near.has(id))
    const edges = graph.edges.filter(({ from, to }) => near.has(from) && near.has(to))
    const map = testMap(4, { nodes: [...nodes, testNode('file', 'c1:a.md')], edges }, [...path])
    const { positions } = mapLayout(map, new Map(), canvas)
    expect(positions.size).toBe(map.nodes.length)
    expect(new Set([...positions.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(map.nodes.length)
    const x = (id: string) => positions.get(id)?.x ?? Number.NaN
    expect([x('turn:b_c1_2'), x('turn:b_c1_1') < 0, x('turn:b_c1_7') > 0]).toEqual([0, true, true])
  })
})

describe('what is near a node', () => {
  it('is at most so many links away', () => {
    const one = stepsFrom(graph, 'turn:b_c1_2', 1)
    expect([...one.keys()].sort()).toEqual([
      'context:b_c1_2',
      'summary:b_c1_2',
      'turn:b_c1_1',
      'turn:b_c1_2',
      'turn:b_c1_3',
      'turn:b_c1_7',
    ])
    const two = stepsFrom(graph, 'turn:b_c1_2', 2)
    expect([...one].every(([id, steps]) => two.get(id) === steps)).toBe(true)
    expect(Math.max(...two.values())).toBe(2)
    expect(stepsFrom(graph, 'turn:nobody', 2).size).toBe(0)
  })
})
