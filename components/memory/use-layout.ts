'use client'
import { useMemo } from 'react'
import type { GraphDto, MapDto, NodeKind } from '@/lib/shared/memory/graph'
import type { Picture } from './canvas/elements'
import { localLayout, spread } from './layout/local-layout'
import { mapLayout } from './layout/map-layout'
import { neighbourhood } from './layout/neighbourhood'
import type { Point, Size } from './layout/placed'
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
}
const NOTHING = { lanes: [], marks: [] }

/** The position of every node in the selected view. While another view loads, the one on screen stays. */
export function useLayout({ graph, growth, view, centre, depth, colour, moves, canvas }: Wanted): Layout {
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
      const positions = spread(localLayout(near, centre, growth.born), canvas)
      const picture = { ends: new Map(), graph: near, positions, sizes: new Map(), view, level: null, colour }
      return { ...NOTHING, picture }
    }
    const { positions, sizes, ends, lanes, marks } = timeLayout(graph, canvas.width)
    const picture = { graph, positions, sizes, ends, view: 'time' as const, level: null, colour }
    return { picture, lanes, marks }
  }, [graph, growth, view, centre, depth, colour, moves, canvas])
}

/**
 * The topic that is opened is not in its own picture, and a folded range says nothing about a neighbourhood.
 */
function withoutKind<T extends Pick<GraphDto, 'nodes' | 'edges'>>(graph: T, left: NodeKind): T {
  const nodes = graph.nodes.filter(({ kind }) => kind !== left)
  const kept = new Set(nodes.map(({ id }) => id))
  return { ...graph, nodes, edges: graph.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) }
}
