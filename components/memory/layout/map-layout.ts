import type { MapDto } from '@/lib/shared/memory/graph'
import type { Picture } from '../canvas/elements'
import { cardsLayout } from './cards-layout'
import { fromShare, islandLayout } from './island-layout'
import { stepsFrom } from './neighbourhood'
import type { Placed, Point, Size } from './placed'
import { rowsLayout } from './rows-layout'
import { turnLayout } from './turn-layout'

const DEPTH = 2
/** Pixels of the note above a picture. */
const NOTE = 34

/** Where a person put islands, as thousandths of the canvas. */
type Moves = ReadonlyMap<string, Point>

/** A level of the map: every level is a picture with its own layout, made for the canvas. */
export function mapLayout(map: MapDto, moves: Moves, canvas: Size): Placed {
  if (map.level === 1) {
    const placed = islandLayout(map, canvas, map.topics.state === 'ready' ? 0 : NOTE)
    for (const [id, point] of moves)
      if (placed.positions.has(id)) placed.positions.set(id, fromShare(point, placed.area))
    return placed
  }
  if (map.level === 2) return cardsLayout(map.nodes, canvas, map.left.turns ? NOTE : 0)
  const turn = map.path.at(-1)?.id
  const centre = map.nodes.find(({ kind, turnId }) => kind === 'turn' && turnId === turn)
  if (map.level === 3 || !centre) return rowsLayout(map.nodes, canvas)
  const near = stepsFrom(map, centre.id, DEPTH)
  const steps = new Map(map.nodes.map(({ id }) => [id, near.get(id) ?? DEPTH]))
  return { positions: turnLayout({ ...map, steps }, centre, canvas), sizes: new Map() }
}

/** A level with its nodes' positions; none until the canvas is measured. */
export function pictureOf(map: MapDto, moves: Moves, canvas: Size | null): Picture {
  const nodes = map.level === 2 ? map.nodes.filter(({ kind }) => kind !== 'topic') : map.nodes
  const kept = new Set(nodes.map(({ id }) => id))
  const edges = map.edges.filter(({ from, to }) => kept.has(from) && kept.has(to))
  const graph = { ...map, nodes, edges }
  const placed = canvas ? mapLayout(graph, moves, canvas) : { positions: new Map(), sizes: new Map() }
  return { ...placed, graph, level: map.level }
}
