import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GraphDto } from '@/lib/shared/memory/graph'
import { everyday } from '@/scripts/tier.mjs'
import { type Filter, shownElements } from '../shown'
import { mapPicture, testEdge, testGraph, testIslands, testMap, testNode } from '../testing-graph'
import type { Picture } from './elements'
import { GraphView } from './graph-view'
import { GREY } from './theme'
import { WHEEL } from './viewport'

const events = { onSelect: vi.fn(), onOpen: vi.fn(), onLeave: vi.fn(), onMoved: vi.fn(), onHover: vi.fn() }
const everything: Filter = { hidden: new Set(), text: '', found: null, isInPeriod: null }
const shown = (graph: Pick<GraphDto, 'nodes' | 'edges'>, filter: Partial<Filter> = {}) =>
  shownElements(graph, { ...everything, ...filter })
const draw = (view: GraphView, picture: Picture) => view.show(picture, shown(picture.graph))
const viewport = (view: GraphView) => JSON.stringify([view.cy.zoom(), view.cy.pan()])

const small = testGraph({ c1: 4 })
small.edges.push(testEdge('recalled', 'turn:b_c1_4', 'turn:b_c1_1', 0.8))
const turns = mapPicture(testMap(3, small))
const islands = mapPicture(testIslands([90, 40, 20]))
let view: GraphView
beforeEach(async () => {
  vi.clearAllMocks()
  view = await GraphView.open(null, { theme: { color: () => GREY, font: 'sans-serif' }, motionMs: 0, events })
  vi.spyOn(view.cy, 'width').mockReturnValue(800)
  vi.spyOn(view.cy, 'height').mockReturnValue(500)
})
afterEach(() => view.close())

describe('the canvas', () => {
  it('holds every node of the picture once, with contexts and summaries', () => {
    draw(view, mapPicture(testMap(3, testGraph({ gone: 3 }))))
    draw(view, turns)
    const ids = view.cy.nodes().map((node) => node.id())
    expect(ids.sort()).toEqual(small.nodes.map(({ id }) => id).sort())
    expect(
      view.cy
        .edges()
        .map((edge) => edge.id())
        .sort(),
    ).toEqual(small.edges.map(({ id }) => id).sort())
  })

  it('lets go of what was pointed at when the pointer leaves it, drawn again or not, and of what is gone', () => {
    const told = () => events.onHover.mock.calls.map(([id]) => id)
    draw(view, turns)
    view.hover('turn:b_c1_1')
    draw(view, turns)
    view.hover(null)
    expect(told()).toEqual(['turn:b_c1_1', null])
    view.hover('turn:b_c1_1')
    draw(view, islands)
    expect(told()).toEqual(['turn:b_c1_1', null, 'turn:b_c1_1', null])
  })

  it('removes what the legend hides, and fades what a search does not find', () => {
    draw(view, turns)
    view.setShown(shown(small, { hidden: new Set(['recalled']) }))
    expect(view.cy.edges('.gone').map((edge) => edge.data('kind'))).toEqual(['recalled'])
    view.setShown(shown(small, { text: 'question 2' }))
    expect(
      view.cy
        .nodes()
        .not('.faded')
        .map((node) => node.id())
        .sort(),
    ).toEqual(['summary:b_c1_2', 'turn:b_c1_2'])
    view.setShown(shown(small))
    expect(view.cy.elements('.faded, .gone').length).toBe(0)
  })

  it('never moves the viewport when something is selected, filtered or added', () => {
    draw(view, turns)
    view.camera.frame('turn:b_c1_4')
    const before = viewport(view)
    view.select('turn:b_c1_1')
    view.select('recalled turn:b_c1_4 turn:b_c1_1')
    view.setShown(shown(small, { isInPeriod: () => false }))
    draw(view, mapPicture(testMap(3, testGraph({ c1: 6 }))))
    expect(viewport(view)).toBe(before)
  })

  it('negative control: bringing a node to the middle is seen as a move', () => {
    draw(view, turns)
    view.camera.frame('turn:b_c1_4')
    const before = viewport(view)
    view.camera.toNodes(['turn:b_c1_1'])
    expect(viewport(view)).not.toBe(before)
  })

  it('says what was pressed', () => {
    draw(view, turns)
    view.cy.getElementById('turn:b_c1_2').emit('tap')
    view.cy.emit('tap')
    expect(events.onSelect.mock.calls).toEqual([['turn:b_c1_2'], [null]])
  })
})

describe('zooming', () => {
  const middle = { x: 400, y: 250 }

  it('into an island opens it, and out of the picture leaves it', () => {
    draw(view, islands)
    view.camera.frame(null)
    view.camera.zoomBy(1.2, middle)
    view.zoomed(middle)
    expect(events.onOpen).not.toHaveBeenCalled()
    view.camera.zoomBy(2.5, middle)
    view.zoomed(middle)
    expect(events.onOpen).toHaveBeenCalledWith('topic:t0')
    expect(events.onLeave).not.toHaveBeenCalled()
  })

  it.each(['topic:t0', 'topic:t1', 'topic:t2'])('opens %s within six notches of the wheel', (id) => {
    draw(view, islands)
    view.camera.frame(null)
    const point = view.cy.getElementById(id).renderedPosition()
    let notches = 0
    while (notches < 6 && events.onOpen.mock.calls.length === 0) {
      view.zoomBy(Math.exp(120 * WHEEL), point)
      notches += 1
    }
    expect(events.onOpen.mock.calls).toEqual([[id]])
    expect(notches).toBeGreaterThan(1)
  })
})

/** Reproducible numbers from 0 to 1. */
function* random(seed: number) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

describe('never empty canvas', () => {
  const path = [{ kind: 'turn' as const, id: 'b_c1_2', label: '' }]
  const cards = testMap(2, {
    nodes: [
      testNode('conversation', 'c1', { count: 4 }),
      ...small.nodes.filter(({ kind }) => kind === 'turn'),
    ],
  })
  const levels = [
    islands,
    mapPicture(cards),
    mapPicture(testMap(3, testGraph({ c1: 120 }))),
    mapPicture(testMap(4, small, path)),
  ]
  const isSeen = (node: { renderedBoundingBox(): { x1: number; y1: number; x2: number; y2: number } }) => {
    const { x1, y1, x2, y2 } = node.renderedBoundingBox()
    return x2 > 0 && y2 > 0 && x1 < 800 && y1 < 500
  }
  const seenNow = () => {
    view.gesture.end()
    return view.cy.nodes().filter((node) => !node.hasClass('faded') && isSeen(node)).length
  }
  let level = 0
  const go = (by: number) => {
    level = Math.min(levels.length - 1, Math.max(0, level + by))
    draw(view, levels[level] ?? islands)
    view.camera.frame(null)
  }

  it.each(everyday ? [1] : [1, 2, 3])(
    'after each of 200 random gestures of the wheel something is in view (seed %i)',
    (seed) => {
      let now = 0
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 90))
      try {
        events.onOpen.mockImplementation(() => go(1))
        events.onLeave.mockImplementation(() => go(-1))
        level = 0
        go(0)
        const draws = random(seed)
        const next = () => draws.next().value ?? 0
        const visited = new Set<number>()
        for (let gesture = 0; gesture < 200; gesture += 1) {
          const point = { x: next() * 800, y: next() * 500 }
          const by = (next() < 0.55 ? 1 : -1) * (20 + next() * 220)
          for (let notches = 1 + Math.floor(next() * 8); notches > 0; notches -= 1)
            view.zoomBy(Math.exp(by * WHEEL), point)
          expect(seenNow(), `gesture ${gesture}, level ${level + 1}`).toBeGreaterThan(0)
          visited.add(level)
        }
        expect(visited.size).toBeGreaterThan(2)
      } finally {
        vi.restoreAllMocks()
        events.onOpen.mockReset()
        events.onLeave.mockReset()
      }
    },
  )

  it('holds for what a filter leaves, and after dragging everything away', () => {
    draw(view, islands)
    view.camera.frame(null)
    view.setShown(shown(islands.graph, { isInPeriod: ({ id }) => id === 'topic:t2' }))
    const { x, y } = view.cy.getElementById('topic:t0').renderedPosition()
    view.zoomBy(2.2, { x, y })
    expect(seenNow()).toBe(1)
    view.cy.panBy({ x: 5_000, y: -4_000 })
    view.cy.emit('dragpan')
    expect(seenNow()).toBe(1)
  })

  it('negative control: the canvas by itself can be zoomed to where nothing is', () => {
    draw(view, islands)
    view.camera.frame(null)
    view.cy.zoom({ level: 4, renderedPosition: { x: 2, y: 2 } })
    expect(seenNow()).toBe(0)
  })
})
