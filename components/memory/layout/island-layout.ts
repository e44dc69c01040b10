import { groupBy } from '@/lib/shared/group-by'
import type { GraphDto, GraphNode } from '@/lib/shared/memory/graph'
import { islandRadius, topicNode } from '@/lib/shared/memory/map'
import { ZOOM } from '../canvas/viewport'
import { type PackedDisc, packDiscs } from './pack-discs'
import type { Area, Box, Placed, Point, Size } from './placed'

/** Pixels of the first view: between islands, around entities, an entity's size, free at the edge. */
export const WATER = 24
const ENTITY = { size: 15, margin: 9 } as const
const EDGE = 16
/** The zoom buttons, in the corner at the bottom right. */
const BUTTONS = { right: 14, bottom: 46, radius: 44 } as const
/** Turns without a topic are the smallest island: they are about nothing in particular. */
const OTHER = topicNode(null)
const GOLDEN = Math.PI * (3 - Math.sqrt(5))
const MIDDLE = { x: 0.5, y: 0.5 }
/** Few islands stay together in the middle. */
const together = (count: number) => Math.min(0.96, 0.5 + count / 24)

/** What the first level draws as an island. */
export const isIsland = ({ kind }: Pick<GraphNode, 'kind'>) => kind === 'topic' || kind === 'conversation'
const bySize = (a: GraphNode, b: GraphNode) => b.count - a.count || (a.id < b.id ? -1 : 1)

/** Islands as large as fit, in their stored directions, with entities between. `top` = pixels of a note. */
export function islandLayout(
  { nodes, edges }: Pick<GraphDto, 'nodes' | 'edges'>,
  canvas: Size,
  top = 0,
): Placed & { area: Area } {
  const area = { width: canvas.width - 2 * EDGE, height: canvas.height - 2 * EDGE - top }
  const islands = nodes.filter(isIsland).sort(bySize)
  const places = wantedPlaces(islands)
  const others = nodes.filter((node) => !isIsland(node)).sort(bySize)
  const ties = groupBy(
    edges.filter(({ kind }) => kind === 'ties'),
    ({ from }) => from,
  )
  const discs: PackedDisc[] = [
    {
      id: 'buttons',
      wanted: {
        x: 1 - (BUTTONS.right - EDGE / 2) / area.width,
        y: 1 - (BUTTONS.bottom - EDGE / 2) / area.height,
      },
      ...{ grows: 0, fixed: BUTTONS.radius, margin: 0, stays: true },
    },
    ...islands.map(
      (node): PackedDisc => ({
        ...{ id: node.id, wanted: places.get(node.id) ?? MIDDLE, grows: radiusOf(node) },
        ...{ fixed: 0, margin: WATER },
      }),
    ),
    ...others.map(({ id }, index): PackedDisc => {
      const ends = (ties.get(id) ?? []).flatMap(({ to, count }) => {
        const place = places.get(to)
        return place ? [{ place, count }] : []
      })
      return {
        ...{ id, wanted: between(ends, index), grows: 0 },
        ...{ fixed: ENTITY.size / 2, margin: ENTITY.margin },
      }
    }),
  ]
  const { scale, positions } = packDiscs(discs, area, ZOOM.island)
  const at = ({ x, y }: Point): Point => ({
    x: Math.round((x + EDGE) / scale),
    y: Math.round((y + EDGE + top) / scale),
  })
  return {
    positions: new Map([...islands, ...others].map(({ id }) => [id, at(positions.get(id) ?? MIDDLE)])),
    sizes: new Map([
      ...islands.map((node) => square(node.id, 2 * radiusOf(node))),
      ...others.map(({ id }) => square(id, ENTITY.size / scale)),
    ]),
    area: { x1: 0, y1: 0, x2: canvas.width / scale, y2: canvas.height / scale, zoom: scale },
  }
}

const square = (id: string, side: number): [string, Size] => [id, { width: side, height: side }]
const radiusOf = ({ id, count }: GraphNode) => islandRadius(id === OTHER ? 0 : count)

/** Where islands should be, as shares of the area: where the server keeps them, others around the middle. */
function wantedPlaces(islands: readonly GraphNode[]): Map<string, Point> {
  const kept = islands.flatMap(({ id, x, y }) =>
    x === undefined || y === undefined || id === OTHER ? [] : [{ id, x, y }],
  )
  const spread = together(islands.length)
  const share = (axis: 'x' | 'y') => {
    const all = kept.map((one) => one[axis])
    const [low, high] = [Math.min(...all), Math.max(...all)]
    return (value: number) => 0.5 + (high > low ? (value - low) / (high - low) - 0.5 : 0) * spread
  }
  const [across, down] = [share('x'), share('y')]
  const places = new Map(kept.map(({ id, x, y }) => [id, { x: across(x), y: down(y) }]))
  const free = islands.filter(({ id }) => !places.has(id) && id !== OTHER)
  free.forEach(({ id }, index) => {
    const far = (spread / 2) * Math.sqrt(index / Math.max(1, free.length - 1))
    places.set(id, {
      x: 0.5 + far * Math.cos(index * GOLDEN),
      y: 0.5 + far * Math.sin(index * GOLDEN),
    })
  })
  // Out of the way, and not under the buttons.
  if (islands.some(({ id }) => id === OTHER)) places.set(OTHER, { x: 0.04, y: 0.97 })
  return places
}

/** The place in the middle of some islands; next to the only one. */
function between(ends: readonly { place: Point; count: number }[], index: number): Point {
  const weight = ends.reduce((sum, { count }) => sum + count, 0)
  if (weight === 0) return MIDDLE
  const along = (axis: 'x' | 'y') =>
    ends.reduce((sum, { place, count }) => sum + place[axis] * count, 0) / weight
  // Entities with the same ties must not start on one point.
  const aside = { x: 0.03 * Math.cos(index * GOLDEN), y: 0.03 * Math.sin(index * GOLDEN) }
  return { x: along('x') + aside.x, y: along('y') + aside.y }
}

/** A place in the area as thousandths of its sides: what a person moves keeps it on every screen. */
export const toShare = ({ x, y }: Point, { x1, y1, x2, y2 }: Box): Point => ({
  x: (1_000 * (x - x1)) / (x2 - x1),
  y: (1_000 * (y - y1)) / (y2 - y1),
})
export const fromShare = ({ x, y }: Point, { x1, y1, x2, y2 }: Box): Point => ({
  x: x1 + (x / 1_000) * (x2 - x1),
  y: y1 + (y / 1_000) * (y2 - y1),
})
