import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf } from '@/components/memory/replay/growth'
import type { GraphDto } from '@/lib/shared/memory/graph'
import { testEdge, testGraph, testNode, testTurn } from '../testing-graph'
import { timeAxis } from './time-axis'
import { type TimeLayout, timeLayout } from './time-layout'

const at = (layout: TimeLayout, id: string) => layout.positions.get(id) ?? { x: Number.NaN, y: Number.NaN }
const shuffled = (graph: GraphDto): GraphDto => ({
  ...graph,
  nodes: [...graph.nodes].reverse(),
  edges: [...graph.edges].reverse(),
})

type Layout = (graph: GraphDto) => TimeLayout
/** Nodes to the left of an older one. */
const backwards = (layout: Layout, graph: GraphDto) => {
  const placed = layout(graph)
  const drawn = graph.nodes.filter(({ id }) => placed.positions.has(id))
  return drawn.filter((node) =>
    drawn.some((other) => other.at < node.at && at(placed, other.id).x > at(placed, node.id).x),
  ).length
}
const DAY = 24 * 60

describe('the axis of dates', () => {
  const date = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()

  it('never runs backwards, and the same moment has one place', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 }), (minutes) => {
        const axis = timeAxis(minutes.map(date))
        const sorted = [...minutes].sort((a, b) => a - b)
        for (const [index, minute] of sorted.entries()) {
          const before = sorted[index - 1]
          if (before === undefined) continue
          const step = axis.at(date(minute)) - axis.at(date(before))
          if (minute === before) expect(step).toBe(0)
          else expect(step).toBeGreaterThan(0)
        }
      }),
    )
  })

  it('shortens long pauses, and finds dates between two turns', () => {
    const axis = timeAxis([0, 1, 400 * DAY].map(date))
    expect(axis.width).toBeLessThan(300)
    const between = axis.at(date(200 * DAY))
    expect(between).toBeGreaterThan(axis.at(date(1)))
    expect(between).toBeLessThan(axis.width)
  })
})

describe('the time layout', () => {
  it('draws a file where it was first touched, whatever changed it later', () => {
    const graph = testGraph({ c1: 3 })
    const [first, , last] = graph.nodes.filter(({ kind }) => kind === 'turn')
    const file = testNode('file', 'budget.md', { at: last?.at, turnNumber: 3 })
    graph.nodes.push(file)
    for (const turn of [last, first]) graph.edges.push(testEdge('touched', turn?.id ?? '', file.id))
    const placed = timeLayout(graph)
    expect(at(placed, file.id).x).toBe(at(placed, first?.id ?? '').x)
    expect(at(placed, file.id).x).toBeLessThan(at(placed, last?.id ?? '').x)
  })

  it('marks where each month with a turn begins, where the axis has that moment, before the days', () => {
    const graph = testGraph({ c1: 1 })
    graph.nodes.push(...testTurn('c1', 2, 70 * DAY).nodes)
    const { marks } = timeLayout(graph)
    const [first, last] = [marks.find(({ month }) => !month)?.x ?? 0, marks.at(-1)?.x ?? 0]
    const months = marks.filter(({ month }) => month)
    const told = new Date(graph.nodes.at(-1)?.at ?? '')
    expect(months.map(({ at }) => at)).toEqual([new Date(told.getFullYear(), told.getMonth()).toISOString()])
    expect(marks.slice(0, 1)).toEqual(months)
    for (const { x } of months) expect(x > first && x < last).toBe(true)
  })

  it('puts every node but the parts of turns at its own date, in the row of its conversation', () => {
    const graph = testGraph({ c1: 4, c2: 3 })
    graph.nodes.push(testNode('fact', 'f', { turnNumber: 2, at: graph.nodes[3]?.at ?? '' }))
    const layout = timeLayout(graph)
    const drawn = graph.nodes.filter(({ kind }) => kind !== 'context' && kind !== 'summary')
    expect([...layout.positions.keys()].sort()).toEqual(drawn.map((node) => node.id).sort())
    for (const lane of layout.lanes)
      for (const node of drawn.filter((one) => one.conversationId === lane.conversationId)) {
        expect(at(layout, node.id).y).toBeGreaterThan(lane.top)
        expect(at(layout, node.id).y).toBeLessThan(lane.bottom)
      }
    expect(at(layout, 'fact:f').x).toBe(at(layout, 'turn:b_c1_2').x)
    expect(at(layout, 'fact:f').y).toBeGreaterThan(at(layout, 'turn:b_c1_2').y)
  })

  it('puts a fact that holds since before the first turn at its own date, marked as one', () => {
    const graph = testGraph({ c1: 2 })
    const [since, first] = ['2019-04-02T00:00:00.000Z', graph.nodes[0]?.at ?? '']
    graph.nodes.push(testNode('fact', 'old', { at: since }))
    const layout = timeLayout(graph)
    expect(at(layout, 'fact:old').x).toBeLessThan(layout.marks.find((mark) => mark.at === first)?.x ?? 0)
    expect(layout.marks.find((mark) => mark.at === since)?.x).toBe(at(layout, 'fact:old').x)
  })

  it('puts facts of one turn below each other', () => {
    const graph = testGraph({ c1: 2 })
    const facts = ['a', 'b', 'c'].map((id) => testNode('fact', id, { at: graph.nodes[0]?.at ?? '' }))
    graph.nodes.push(...facts)
    const layout = timeLayout(graph)
    expect(new Set(facts.map(({ id }) => at(layout, id).x)).size).toBe(1)
    expect(new Set(facts.map(({ id }) => at(layout, id).y)).size).toBe(3)
    expect(at(layout, 'fact:c').y).toBeLessThan(layout.lanes[0]?.bottom ?? 0)
  })

  it('puts parallel conversations below each other, and ones that follow each other side by side', () => {
    const rows = (graph: GraphDto) => timeLayout(graph).lanes.map(({ row }) => row)
    const parallel = testGraph({ c1: 6 })
    for (const number of [1, 2, 3]) parallel.nodes.push(...testTurn('c2', number, number + 1).nodes)
    expect(new Set(rows(parallel))).toEqual(new Set([0, 1]))
    const apart = testGraph({ c1: 6 })
    for (const number of [1, 2, 3]) apart.nodes.push(...testTurn('c2', number, 30 * DAY + number).nodes)
    expect(rows(apart)).toEqual([0, 0])
  })

  it('gives conversations of the same days rows of their own, so that each has room for its name', () => {
    const graph = testGraph({ c0: 1 })
    for (const [index, id] of ['c1', 'c2', 'c3'].entries())
      for (const number of [1, 2]) graph.nodes.push(...testTurn(id, number, index * 300 + number).nodes)
    graph.nodes.push(...testTurn('c4', 1, 300 * DAY).nodes)
    const rows = [2_000, 670, 300].map((canvas) => {
      const { lanes } = timeLayout(graph, canvas)
      const width = Math.max(...lanes.map(({ right }) => right))
      for (const { row, left } of lanes)
        for (const other of lanes)
          if (other.row === row && other.left > left)
            expect((canvas * (other.left - left)) / width).toBeGreaterThanOrEqual(110)
      return new Set(lanes.map(({ row }) => row)).size
    })
    expect(rows).toEqual([2, 2, 3])
  })

  it('lets time run left to right across conversations', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }), (lengths) => {
        const graph = testGraph(Object.fromEntries(lengths.map((length, i) => [`c${i}`, length])))
        expect(backwards(timeLayout, graph)).toBe(0)
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

  it('keeps room below the turns for the arcs of recalls', () => {
    const height = (graph: GraphDto) => {
      const [lane] = timeLayout(graph).lanes
      return (lane?.bottom ?? 0) - (lane?.top ?? 0)
    }
    const graph = testGraph({ c1: 3 })
    graph.edges.push(testEdge('recalled', 'turn:b_c1_3', 'turn:b_c1_1', 0.8))
    expect(height(graph)).toBeGreaterThan(height(testGraph({ c1: 3 })))
  })

  it('gives a branch a line of its own', () => {
    const graph = testGraph({ c1: 4 })
    graph.nodes.push(...testTurn('c1', 3, 100, 'b_other').nodes)
    const layout = timeLayout(graph)
    expect(at(layout, 'turn:b_other_3').y).toBeGreaterThan(at(layout, 'turn:b_c1_3').y)
    expect(at(layout, 'turn:b_other_3').x).toBeGreaterThan(at(layout, 'turn:b_c1_4').x)
  })

  it('shows folded turns from their first to their last date, and the replay never runs backwards', () => {
    const graph = testGraph({ c1: 2 })
    const [from, until] = ['2025-01-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z']
    graph.nodes.push(testNode('range', 'c1:1-50', { from: 1, to: 50, turnNumber: 50, at: from, until }))
    const layout = timeLayout(graph)
    const start = at(layout, 'range:c1:1-50').x
    const end = layout.ends.get('range:c1:1-50') ?? Number.NaN
    expect(end).toBeGreaterThan(start)
    expect(at(layout, 'turn:b_c1_1').x).toBeGreaterThan(end)
    const dates = growthOf(graph).steps.map((step) => step.at)
    expect(dates).toEqual([...dates].sort())
  })
})
