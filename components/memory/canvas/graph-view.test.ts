import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GraphDto } from '@/lib/shared/memory/graph'
import { type Filter, shownOf } from '../shown'
import { mapPicture, testEdge, testGraph, testIslands, testMap, testNode } from '../testing-graph'
import type { Picture } from './elements'
import { GraphView } from './graph-view'
import { GREY } from './theme'
import { WHEEL, ZOOM } from './viewport'

const events = { onSelect: vi.fn(), onOpen: vi.fn(), onLeave: vi.fn(), onMoved: vi.fn(), onHover: vi.fn() }
const everything: Filter = { hidden: new Set(), text: '', found: null, isInPeriod: null }
const shown = (graph: Pick<GraphDto, 'nodes' | 'edges'>, filter: Partial<Filter> = {}) =>
  shownOf(graph, { ...everything, ...filter })
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

const inSight = (id: string) => {
  const { x, y } = view.cy.getElementById(id).renderedPosition()
  return x >= 0 && y >= 0 && x <= view.cy.width() && y <= view.cy.height()
}

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

  it('gives every kind of node its own shape', () => {
    const path = [{ kind: 'turn' as const, id: 'b_c1_1', label: '' }]
    draw(view, mapPicture(testMap(4, small, path)))
    const shapes = new Map(view.cy.nodes().map((node) => [node.data('kind'), node.style('shape')]))
    expect([...shapes.keys()].sort()).toEqual(['context', 'summary', 'turn'])
    expect(new Set(shapes.values()).size).toBe(shapes.size)
  })

  it('shows how often something was recalled as the one warm rim', () => {
    const graph = testMap(3, small)
    const nodes = graph.nodes.map((node) =>
      node.id === 'turn:b_c1_1' ? { ...node, recalls: 6, recalledAt: node.at } : node,
    )
    draw(view, mapPicture({ ...graph, nodes }))
    expect(view.cy.nodes('[warm]').map((node) => node.id())).toEqual(['turn:b_c1_1'])
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

  it('draws the three strongest recalls between islands, and all of an island while one points at it', () => {
    const map = testIslands([9, 9, 9, 9, 9])
    const ids = map.nodes.flatMap(({ id, kind }) => (kind === 'topic' ? id : []))
    const pairs = ids.flatMap((from) => ids.flatMap((to) => (from === to ? [] : [[from, to] as const])))
    const edges = pairs.map(([from, to], index) => ({ ...testEdge('recalled', from, to), count: 1 + index }))
    draw(view, mapPicture({ ...map, edges }))
    const seen = () => {
      const links = view.cy.edges('[kind = "recalled"]').toArray()
      return links.flatMap((link) => (Number(link.style('opacity')) > 0.3 ? link.id() : []))
    }
    const strongest = edges.slice(-3).map(({ id }) => id)
    expect(seen().sort()).toEqual(strongest.sort())
    const own = edges.flatMap(({ id, from, to }) => ([from, to].includes('topic:t0') ? id : []))
    view.cy.getElementById('topic:t0').emit('mouseover')
    expect(seen().sort()).toEqual(own.sort())
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

  it('dims all but the selected node and what it is linked with', () => {
    draw(view, turns)
    view.select('turn:b_c1_1')
    view.select('turn:b_c1_4')
    expect(view.cy.elements('.selected').map((one) => one.id())).toEqual(['turn:b_c1_4'])
    expect(
      view.cy
        .edges('.near')
        .map((edge) => edge.data('kind'))
        .sort(),
    ).toEqual(['next', 'recalled', 'snapshot', 'summarises'])
    expect(view.cy.nodes('[kind = "turn"].dim').map((node) => node.id())).toEqual(['turn:b_c1_2'])
    view.select(null)
    expect(view.cy.elements('.selected, .near, .dim').length).toBe(0)
  })

  it('keeps topics bright that share an entity or a recall with the selected one, and dims the others', () => {
    const map = testIslands([90, 40, 20, 10])
    map.edges.push(testEdge('recalled', 'topic:t2', 'topic:t0'))
    draw(view, mapPicture(map))
    view.select('topic:t0')
    expect(view.cy.nodes('.dim').map((node) => node.id())).toEqual(['topic:t3'])
    view.select('topic:t3')
    expect(view.cy.nodes('[kind = "topic"].dim').length).toBe(3)
  })

  it('links topics that share a turn or two only for the one that is pointed at', () => {
    const map = testIslands([9, 9, 9])
    const tie = (to: string, count: number) => ({ ...testEdge('ties', 'topic:t0', to), count })
    const picture = mapPicture({ ...map, edges: [...map.edges, tie('topic:t1', 2), tie('topic:t2', 3)] })
    draw(view, picture)
    expect(view.cy.edges('[?faint]').map((edge) => edge.data('target'))).toEqual(['topic:t1'])
  })

  it('selects the turn whose line in a card is pressed, else the card, and both keep together', () => {
    const turn = (id: string) => testNode('turn', id, { conversationId: 'c1', label: `Line ${id}` })
    const card = testNode('conversation', 'c1', { count: 2 })
    const other = testNode('conversation', 'c2', { count: 1, conversationId: 'c2' })
    draw(view, mapPicture(testMap(2, { nodes: [card, other, turn('a'), turn('b')] })))
    view.camera.frame(null)
    const drawn = (id: string) => view.cy.getElementById(id)
    const { x, y } = drawn('turn:a').renderedPosition()
    const tap = (renderedPosition: object) =>
      drawn('conversation:c1').emit({ type: 'tap', renderedPosition } as never)
    tap({ x: x + 60, y })
    tap({ x: x + 60, y: y - 40 })
    expect(events.onSelect.mock.calls).toEqual([['turn:a'], ['conversation:c1']])
    view.select('turn:a')
    expect(view.cy.nodes('.dim').map((node) => node.id())).toEqual(['conversation:c2'])
  })

  it('keeps what was there as it was when memory grows', () => {
    draw(view, turns)
    const first = view.cy.getElementById('turn:b_c1_1')
    const place = { ...first.position() }
    draw(view, mapPicture(testMap(3, testGraph({ c1: 6 }))))
    expect(view.cy.getElementById('turn:b_c1_1').same(first)).toBe(true)
    expect(first.position()).toEqual(place)
  })

  it('shows a whole level where its text stays readable, else the newest turn', () => {
    draw(view, turns)
    view.camera.frame('turn:b_c1_4')
    expect(small.nodes.filter(({ id, kind }) => kind === 'turn' && !inSight(id))).toEqual([])
    draw(view, mapPicture(testMap(3, testGraph({ c1: 300 }))))
    view.camera.frame('turn:b_c1_300')
    expect([inSight('turn:b_c1_300'), inSight('turn:b_c1_1')]).toEqual([true, false])
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

  it('out leaves what the same wheel has just opened, even right after the page appeared', () => {
    vi.spyOn(performance, 'now').mockReturnValue(100)
    try {
      draw(view, islands)
      view.camera.frame(null)
      const point = view.cy.getElementById('topic:t0').renderedPosition()
      for (const _ of [1, 2, 3, 4, 5, 6]) view.zoomBy(1.25, point)
      expect(events.onOpen.mock.calls).toEqual([['topic:t0']])
      draw(view, turns)
      view.camera.frame(null)
      for (const _ of [1, 2, 3, 4]) view.zoomBy(0.5, middle)
      expect(events.onLeave).toHaveBeenCalledTimes(1)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('out of the islands ends where everything is shown, in the middle again', () => {
    draw(view, islands)
    view.camera.fit()
    const sight = () => [view.camera.zoom, view.camera.pan.x, view.camera.pan.y]
    const whole = sight()
    for (const factor of [1.3, 1.3, 0.8, 0.5, 0.5])
      view.camera.zoomBy(factor, factor > 1 ? { x: 60, y: 470 } : { x: 700, y: 90 })
    sight().forEach((value, index) => {
      expect(value).toBeCloseTo(whole[index] ?? 0)
    })
    draw(view, islands)
    view.cy.zoom(0.1)
    view.cy.emit('pinchzoom')
    expect(view.cy.zoom()).toBe(view.camera.fitZoom)
  })

  it('out leaves once, however long one goes on', () => {
    draw(view, turns)
    view.camera.frame(null)
    for (const _ of [1, 2, 3, 4]) {
      view.camera.zoomBy(0.5)
      view.zoomed(middle)
    }
    expect(events.onLeave).toHaveBeenCalledTimes(1)
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

  it.each([1, 2, 3])(
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

describe('a conversation of 41 turns', () => {
  it.each([
    [832, 741],
    [672, 641],
    [1200, 700],
  ])('is in view with all its text on a canvas of %i × %i', (width, height) => {
    vi.spyOn(view.cy, 'width').mockReturnValue(width)
    vi.spyOn(view.cy, 'height').mockReturnValue(height)
    draw(view, mapPicture(testMap(3, testGraph({ c1: 41 })), { width, height }))
    view.camera.frame('turn:b_c1_41')
    const zoom = view.camera.zoom
    for (const node of view.cy.nodes()) {
      const { x, y } = node.renderedPosition()
      expect([x > 0 && x + 300 * zoom < width, y > 20 && y < height - 20], node.id()).toEqual([true, true])
    }
  })
})

describe('a long conversation', () => {
  it('begins where its text is readable, with the turn to look at in view', () => {
    draw(view, mapPicture(testMap(3, testGraph({ c1: 200 }))))
    for (const number of [1, 90, 200]) {
      view.camera.frame(`turn:b_c1_${number}`)
      expect(inSight(`turn:b_c1_${number}`)).toBe(true)
      expect(view.camera.zoom).toBeGreaterThanOrEqual(ZOOM.readable)
    }
  })
})

describe('a gesture', () => {
  it('points at nothing that passes under the pointer', () => {
    draw(view, turns)
    view.zoomBy(1.01, { x: 400, y: 250 })
    view.cy.nodes()[0]?.emit('mouseover')
    expect(events.onHover).not.toHaveBeenCalled()
    view.gesture.end()
    view.cy.nodes()[0]?.emit('mouseover')
    expect(events.onHover).toHaveBeenCalledOnce()
  })
})
