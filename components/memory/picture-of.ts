import type { MapDto } from '@/lib/shared/memory/graph'
import type { Picture } from './canvas/elements'
import { mapLayout } from './layout/map-layout'
import type { Point, Size } from './layout/placed'

/** A level with the position of every node. The topic that is opened is not in its own picture. */
export function pictureOf(map: MapDto, moves: ReadonlyMap<string, Point>, canvas: Size): Picture {
  const nodes = map.level === 2 ? map.nodes.filter(({ kind }) => kind !== 'topic') : map.nodes
  const kept = new Set(nodes.map(({ id }) => id))
  const edges = map.edges.filter(({ from, to }) => kept.has(from) && kept.has(to))
  const graph = { ...map, nodes, edges }
  return { ...mapLayout(graph, { moves, canvas }), graph, level: map.level }
}
