'use client'
import { useMemo } from 'react'
import type { GraphDto, MapDto, NodeKind } from '@/lib/shared/memory/graph'
import type { Picture } from './canvas/elements'
import { aroundLayout, rowsOf } from './layout/around-layout'
import { localLayout, spread, withoutParts } from './layout/local-layout'
import { isNarrow, mapLayout } from './layout/map-layout'
import { neighbourhood } from './layout/neighbourhood'
import type { Point, Size } from './layout/placed'
import { isPart } from './layout/rows-layout'
import { type DateMark, type Lane, timeLayout } from './layout/time-layout'
import { mapOf } from './memory-part'
import { type ColourBy, type Depth, isWide, type View } from './place'
import type { Growth } from './replay/growth'

type Layout = { picture: Picture; lanes: Lane[]; marks: DateMark[] }
type Wanted = {
  graph: GraphDto | MapDto
  growth: Growth
  view: View
  centre: string | null
  depth: Depth
  colour: ColourBy
  moves: ReadonlyMap<string, Point>
  canvas: Size
  /** On a phone: leave out what would crowd the picture. */
  few: boolean
}
const NOTHING = { lanes: [], marks: [] }

/** Below the turns of Time. */
const BANDS: ReadonlySet<NodeKind> = new Set(['file', 'fact', 'strategy', 'entity'])
/** What a picture has and does not draw, without parts of turns: it has no room for them. */
export const leftOf = ({ graph, positions }: Picture) =>
  graph.nodes.filter((node) => !positions.has(node.id) && !isPart(node)).length

/** The position of every node in the selected view. While another view loads, the one on screen stays. */
export function useLayout(wanted: Wanted): Layout {
  const { graph, growth, view, centre, depth, colour, moves, canvas, few } = wanted
  return useMemo(() => {
    const map = mapOf(graph)
    if (map && !(view === 'local' && isWide(centre))) {
      const inside = map.level === 2 ? withoutKind(map, 'topic') : map
      const placed = mapLayout(inside, { born: growth.born, moves, canvas })
      const { level, topics } = map
      // An island of conversations has its conversation's colour, one of a topic its topic's.
      const by = topics.state !== 'ready' ? 'conversation' : level === 1 ? 'topic' : colour
      return {
        ...NOTHING,
        picture: { ...placed, ends: new Map(), graph: inside, view: 'map', level, colour: by },
      }
    }
    if (view === 'local' && centre) {
      const near = withoutKind(neighbourhood(graph, centre, depth), 'range')
      if (isNarrow(canvas)) {
        const most = few ? rowsOf(canvas) : near.nodes.length
        const placed = aroundLayout(near, growth.born, canvas, most)
        return {
          ...NOTHING,
          picture: { ...placed, ends: new Map(), graph: near, view, level: null, colour },
        }
      }
      const positions = spread(localLayout(withoutParts(near, centre), centre, growth.born), canvas)
      const { steps } = near
      const picture = {
        ends: new Map(),
        graph: near,
        steps,
        positions,
        sizes: new Map(),
        view,
        level: null,
        colour,
      }
      return { ...NOTHING, picture }
    }
    const drawn = few ? { ...graph, nodes: graph.nodes.filter(({ kind }) => !BANDS.has(kind)) } : graph
    const { positions, sizes, ends, lanes, marks } = timeLayout(drawn, canvas.width)
    const picture = { graph, positions, sizes, ends, view: 'time' as const, level: null, colour }
    return { picture, lanes, marks }
  }, [graph, growth, view, centre, depth, colour, moves, canvas, few])
}

/**
 * The topic that is opened is not in its own picture, and a folded range says nothing about a neighbourhood.
 */
function withoutKind<T extends Pick<GraphDto, 'nodes' | 'edges'>>(graph: T, left: NodeKind): T {
  const nodes = graph.nodes.filter(({ kind }) => kind !== left)
  const kept = new Set(nodes.map(({ id }) => id))
  return { ...graph, nodes, edges: graph.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) }
}
