import type { GraphDto, GraphNode } from '@/lib/shared/memory/graph'
import { islandRadius, topicNode } from '@/lib/shared/memory/map'
import { groupBy } from '../group-by'
import { type Disc, partNodes } from './part-nodes'
import type { Placed, Point, Size } from './placed'

/** Water between two islands, in graph units. */
const WATER = 40
const ENTITY = { room: 34, size: 30 } as const
/** What belongs to no topic is a small island, whatever its turns: it stands for nothing on the map. */
const OTHER = topicNode(null)
const MODEST = 10
const ANGLES = 40

const isIsland = ({ kind }: GraphNode) => kind === 'topic' || kind === 'conversation'

/**
 * The first level: islands where the server keeps them, others in the free water nearest to the middle, and
 * entities between the islands that they tie. No two overlap.
 */
export function islandLayout({ nodes, edges }: Pick<GraphDto, 'nodes' | 'edges'>): Placed {
  const discs = partNodes(settled(nodes.filter(isIsland)))
  const islands = new Map(discs.map((disc) => [disc.id, disc]))
  const ties = groupBy(
    edges.filter(({ kind }) => kind === 'ties'),
    ({ from }) => from,
  )
  const others = nodes
    .filter((node) => !isIsland(node))
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
  const placed = [...discs]
  others.forEach(({ id }, index) => {
    const ends = (ties.get(id) ?? []).flatMap(({ to, count }) => {
      const island = islands.get(to)
      return island ? [{ island, count }] : []
    })
    placed.push({ id, size: ENTITY.room, ...nearestWater(placed, ENTITY.room, between(ends, index)) })
  })
  return {
    positions: new Map(placed.map(({ id, x, y }) => [id, { x: Math.round(x), y: Math.round(y) }])),
    sizes: new Map([
      ...discs.map(({ id, size }) => square(id, 2 * size - WATER)),
      ...others.map(({ id }) => square(id, ENTITY.size)),
    ]),
  }
}

const square = (id: string, side: number): [string, Size] => [id, { width: side, height: side }]

/** Islands as discs: kept places first, then the largest. */
function settled(islands: readonly GraphNode[]): Disc[] {
  const disc = (node: GraphNode, { x, y }: Point) => ({ id: node.id, x, y, size: sizeOf(node) })
  const placed: Disc[] = []
  const free: GraphNode[] = []
  for (const node of islands) {
    if (node.x === undefined || node.y === undefined || node.id === OTHER) free.push(node)
    else placed.push(disc(node, { x: node.x, y: node.y }))
  }
  const middle = { x: mean(placed, 'x'), y: mean(placed, 'y') }
  const isLast = ({ id }: GraphNode) => (id === OTHER ? 1 : 0)
  for (const node of free.sort(
    (a, b) => isLast(a) - isLast(b) || b.count - a.count || (a.id < b.id ? -1 : 1),
  ))
    placed.push(disc(node, nearestWater(placed, sizeOf(node), isLast(node) ? corner(placed) : middle)))
  return placed
}

const sizeOf = ({ id, count }: GraphNode) => islandRadius(id === OTHER ? MODEST : count) + WATER / 2
const mean = (discs: readonly Disc[], axis: 'x' | 'y') =>
  discs.length ? discs.reduce((sum, disc) => sum + disc[axis], 0) / discs.length : 0

/** Where what belongs to no topic is out of the way. */
const corner = (discs: readonly Disc[]): Point => ({
  x: Math.max(0, ...discs.map(({ x }) => x)),
  y: Math.max(0, ...discs.map(({ y }) => y)),
})

/** Wider than high, as screens are. */
const WIDER = 1.5
function nearestWater(placed: readonly Disc[], size: number, middle: Point): Point {
  for (let distance = 0; ; distance += size / 4) {
    for (let step = 0; step < ANGLES; step += 1) {
      const angle = (step / ANGLES) * 2 * Math.PI
      const x = middle.x + WIDER * distance * Math.cos(angle)
      const y = middle.y + distance * Math.sin(angle)
      if (placed.every((disc) => Math.hypot(disc.x - x, disc.y - y) >= disc.size + size)) return { x, y }
    }
  }
}

/** The place in the middle of some islands; off the coast of the only one. */
function between(ends: readonly { island: Disc; count: number }[], index: number): Point {
  const [only] = ends
  if (!only) return { x: 0, y: 0 }
  if (ends.length === 1) {
    const angle = index * 2.4
    const { x, y, size } = only.island
    return { x: x + size * Math.cos(angle), y: y + size * Math.sin(angle) }
  }
  const weight = ends.reduce((sum, { count }) => sum + count, 0) || 1
  const along = (axis: 'x' | 'y') =>
    ends.reduce((sum, { island, count }) => sum + island[axis] * count, 0) / weight
  return { x: along('x'), y: along('y') }
}
