import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { growthOf } from '@/components/memory/replay/growth'
import type { GraphDto } from '@/lib/shared/graph'
import { timeLayout } from '../layout/time-layout'
import { type Filter, shownOf } from '../shown'
import { testEdge, testGraph } from '../testing-graph'
import { GraphView } from './graph-view'
import { GREY } from './theme'

const events = { onSelect: vi.fn(), onTwice: vi.fn(), onMoved: vi.fn() }
const everything: Filter = { hidden: new Set(), text: '', found: null, until: null }
const shown = (graph: GraphDto, filter: Partial<Filter> = {}) =>
  shownOf(graph, growthOf(graph), { ...everything, ...filter })
const pictureOf = (graph: GraphDto) => ({
  graph,
  positions: timeLayout(graph).positions,
  view: 'time' as const,
})
const draw = (view: GraphView, graph: GraphDto) => view.show(pictureOf(graph), shown(graph))
const viewport = (view: GraphView) => JSON.stringify([view.cy.zoom(), view.cy.pan()])

const small = testGraph({ c1: 4 })
small.edges.push(testEdge('recalled', 'turn:b_c1_4', 'turn:b_c1_1', 0.8))
let view: GraphView
beforeEach(async () => {
  vi.clearAllMocks()
  view = await GraphView.open(null, { theme: { color: () => GREY, font: 'sans-serif' }, motionMs: 0, events })
  vi.spyOn(view.cy, 'width').mockReturnValue(800)
  vi.spyOn(view.cy, 'height').mockReturnValue(500)
})
afterEach(() => view.close())

describe('the canvas', () => {
  it('holds every node and link of the graph once, and none else', () => {
    draw(view, testGraph({ gone: 3 }))
    draw(view, small)
    expect(
      view.cy
        .nodes()
        .map((node) => node.id())
        .sort(),
    ).toEqual(small.nodes.map(({ id }) => id).sort())
    expect(
      view.cy
        .edges()
        .map((edge) => edge.id())
        .sort(),
    ).toEqual(small.edges.map(({ id }) => id).sort())
  })

  it('draws only recalls as curves, wider and stronger the better they match', () => {
    const graph = testGraph({ c1: 3 })
    graph.edges.push(
      testEdge('recalled', 'turn:b_c1_3', 'turn:b_c1_1', 0.9),
      testEdge('recalled', 'turn:b_c1_3', 'turn:b_c1_2', 0.2),
    )
    draw(view, graph)
    const curved = view.cy.edges().filter((edge) => edge.style('curve-style') === 'unbundled-bezier')
    expect(curved.map((edge) => edge.data('kind'))).toEqual(['recalled', 'recalled'])
    const [strong, weak] = curved
      .sort((a, b) => b.data('weight') - a.data('weight'))
      .map((edge) => [Number.parseFloat(edge.style('width')), Number(edge.style('opacity'))])
    expect(strong?.[0]).toBeGreaterThan(weak?.[0] ?? 0)
    expect(strong?.[1]).toBeGreaterThan(weak?.[1] ?? 0)
  })

  it('gives every kind of node its own shape', () => {
    draw(view, small)
    const shapes = new Map(view.cy.nodes().map((node) => [node.data('kind'), node.style('shape')]))
    expect(new Set(shapes.values()).size).toBe(shapes.size)
  })

  it('fades by filter and hides what has not happened, and removes nothing', () => {
    draw(view, small)
    view.setShown(shown(small, { hidden: new Set(['context']) }))
    expect(view.cy.nodes('.faded').map((node) => node.data('kind'))).toEqual([
      'context',
      'context',
      'context',
      'context',
    ])
    expect(view.cy.elements().length).toBe(small.nodes.length + small.edges.length)
    view.setShown(shown(small, { until: 1 }))
    expect(view.cy.getElementById('turn:b_c1_3').hasClass('unborn')).toBe(true)
    view.setShown(shown(small))
    expect(view.cy.elements('.faded, .unborn').length).toBe(0)
  })

  it('never moves the viewport when something is selected, filtered, replayed or added', () => {
    draw(view, small)
    view.frame(pictureOf(small), 'turn:b_c1_4')
    const before = viewport(view)
    view.select('turn:b_c1_1')
    view.select('recalled turn:b_c1_4 turn:b_c1_1')
    view.setShown(shown(small, { until: 0 }))
    draw(view, testGraph({ c1: 6 }))
    expect(viewport(view)).toBe(before)
  })

  it('negative control: bringing a node to the middle is seen as a move', () => {
    draw(view, small)
    view.frame(pictureOf(small), 'turn:b_c1_4')
    const before = viewport(view)
    view.centre(pictureOf(small), 'turn:b_c1_1')
    expect(viewport(view)).not.toBe(before)
  })

  it('marks the selected node with its links, one at a time', () => {
    draw(view, small)
    view.select('turn:b_c1_1')
    view.select('turn:b_c1_4')
    expect(view.cy.elements('.selected').map((one) => one.id())).toEqual(['turn:b_c1_4'])
    expect(
      view.cy
        .edges('.near')
        .map((edge) => edge.data('kind'))
        .sort(),
    ).toEqual(['next', 'recalled', 'snapshot', 'summarises'])
    view.select(null)
    expect(view.cy.elements('.selected, .near').length).toBe(0)
  })

  it('keeps what was there as it was when memory grows', () => {
    draw(view, small)
    const first = view.cy.getElementById('turn:b_c1_1')
    const place = { ...first.position() }
    const grown = testGraph({ c1: 6, c2: 2 })
    grown.edges.push(...small.edges.filter((edge) => edge.kind === 'recalled'))
    draw(view, grown)
    expect(view.cy.getElementById('turn:b_c1_1').same(first)).toBe(true)
    expect(first.position()).toEqual(place)
  })

  it('looks at everything first where that stays readable, else at the newest turn', () => {
    const inSight = (id: string) => {
      const { x, y } = view.cy.getElementById(id).renderedPosition()
      return x >= 0 && y >= 0 && x <= view.cy.width() && y <= view.cy.height()
    }
    draw(view, small)
    view.frame(pictureOf(small), 'turn:b_c1_4')
    expect(small.nodes.filter(({ id }) => !inSight(id))).toEqual([])
    const long = testGraph({ c1: 120 })
    draw(view, long)
    view.frame(pictureOf(long), 'turn:b_c1_120')
    expect([inSight('turn:b_c1_120'), inSight('turn:b_c1_1')]).toEqual([true, false])
  })

  it('keeps labels readable: larger when zoomed out, whether drawn before, after or labelled later', () => {
    const sizeOf = (id: string) => Number.parseFloat(view.cy.getElementById(id).style('font-size'))
    draw(view, small)
    expect(sizeOf('turn:b_c1_1')).toBe(11)
    view.cy.zoom(0.3)
    expect(sizeOf('turn:b_c1_1')).toBe(32)
    draw(view, testGraph({ c1: 6 }))
    expect([sizeOf('turn:b_c1_1'), sizeOf('turn:b_c1_6')]).toEqual([32, 32])
    view.cy.zoom(1)
    view.select('context:b_c1_2')
    expect([sizeOf('turn:b_c1_6'), sizeOf('context:b_c1_2')]).toEqual([11, 11])
  })

  it('says what was pressed', () => {
    draw(view, small)
    view.cy.getElementById('turn:b_c1_2').emit('tap')
    view.cy.emit('tap')
    expect(events.onSelect.mock.calls).toEqual([['turn:b_c1_2'], [null]])
  })
})
