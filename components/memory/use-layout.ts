'use client'
import { useMemo } from 'react'
import type { GraphDto, MapDto } from '@/lib/shared/graph'
import type { Picture } from './canvas/elements'
import { localLayout } from './layout/local-layout'
import { mapLayout } from './layout/map-layout'
import { neighbourhood } from './layout/neighbourhood'
import type { Point } from './layout/placed'
import { type DayMark, type Lane, timeLayout } from './layout/time-layout'
import { mapOf } from './memory-part'
import type { ColourBy, Depth, View } from './place'
import type { Growth } from './replay/growth'

type Layout = { picture: Picture; lanes: Lane[]; days: DayMark[] }
type Wanted = {
  graph: GraphDto | MapDto
  growth: Growth
  view: View
  centre: string | null
  depth: Depth
  colour: ColourBy
  moves: ReadonlyMap<string, Point>
}
const NOTHING = { ends: new Map(), lanes: [], days: [] }

/** The position of every node in the selected view. While another view loads, the one on screen stays. */
export function useLayout({ graph, growth, view, centre, depth, colour, moves }: Wanted): Layout {
  return useMemo(() => {
    const map = mapOf(graph)
    if (map) {
      const placed = mapLayout(map, growth.born, moves)
      return { ...NOTHING, picture: { ...placed, ...NOTHING, graph, view: 'map', level: map.level, colour } }
    }
    if (view === 'local' && centre) {
      const near = withoutRanges(neighbourhood(graph, centre, depth))
      const positions = localLayout(near, centre, growth.born)
      const picture = { ...NOTHING, graph: near, positions, sizes: new Map(), view, level: null, colour }
      return { ...NOTHING, picture }
    }
    const { positions, ends, lanes, days } = timeLayout(graph)
    const picture = { graph, positions, sizes: new Map(), ends, view: 'time' as const, level: null, colour }
    return { picture, lanes, days }
  }, [graph, growth, view, centre, depth, colour, moves])
}

/** A folded range says nothing about a neighbourhood. */
function withoutRanges<T extends Pick<GraphDto, 'nodes' | 'edges'>>(near: T): T {
  const nodes = near.nodes.filter(({ kind }) => kind !== 'range')
  const kept = new Set(nodes.map(({ id }) => id))
  return { ...near, nodes, edges: near.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)) }
}
