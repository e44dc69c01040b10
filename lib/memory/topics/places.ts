import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { islandRadius } from '@/lib/shared/memory/map'
import type { Pace } from './term-counts'

type Point = { x: number; y: number }
/** An island; `at` = its place so far. */
type Island = { id: string; turns: number; at?: Point | undefined }
type Tie = { from: string; to: string; ties: number }
type Circle = Point & { r: number }

const ROUNDS = 20
const ITERATIONS = 15
const GOLDEN = Math.PI * (3 - Math.sqrt(5))
/** How much larger the map is than its islands. */
const SPREAD = 1.5

/** Places for islands: known ones stay, tied ones are near, none overlap. A new one gets room to grow. */
export async function places(islands: readonly Island[], ties: readonly Tie[], pace: Pace) {
  const wanted = await drawnTogether(islands, ties, pace)
  const order = [...islands].sort(
    (a, b) => Number(Boolean(b.at)) - Number(Boolean(a.at)) || b.turns - a.turns || (a.id < b.id ? -1 : 1),
  )
  const placed: Circle[] = []
  const found = new Map<string, Point>()
  for (const { id, turns, at } of order) {
    const r = islandRadius(turns)
    const gap = at ? 0 : limits.islandGap
    const point = nearestFree(at ?? wanted.get(id) ?? { x: 0, y: 0 }, r + gap, placed)
    placed.push({ ...point, r })
    found.set(id, point)
  }
  return found
}

async function drawnTogether(islands: readonly Island[], ties: readonly Tie[], pace: Pace) {
  const area = islands.reduce((sum, { turns }) => sum + islandRadius(turns) ** 2, 0)
  const size = SPREAD * Math.sqrt(area)
  const graph = new Graph({ type: 'undirected' })
  for (const [i, { id, turns, at }] of islands.entries()) {
    const far = size * Math.sqrt((i + 0.5) / islands.length)
    const spiral = { x: far * Math.cos(i * GOLDEN), y: far * Math.sin(i * GOLDEN) }
    graph.addNode(id, { ...(at ?? spiral), fixed: at !== undefined, size: islandRadius(turns) })
  }
  for (const { from, to, ties: weight } of ties)
    if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to, { weight })
  const settings = { gravity: 1, scalingRatio: size / 4, adjustSizes: true, edgeWeightInfluence: 0.5 }
  for (let round = 0; round < ROUNDS && graph.order > 1; round++) {
    forceAtlas2.assign(graph, { iterations: ITERATIONS, settings, getEdgeWeight: 'weight' })
    await pace()
  }
  const points = graph.mapNodes((id, { x, y }) => ({ id, x: Number(x) || 0, y: Number(y) || 0 }))
  const known = islands.some(({ at }) => at)
  const reach = Math.max(1, ...points.map(({ x, y }) => Math.hypot(x, y)))
  const scale = known ? 1 : size / reach
  return new Map(points.map(({ id, x, y }) => [id, { x: Math.round(x * scale), y: Math.round(y * scale) }]))
}

const STEP = 20
/** The free place nearest to a point, on rings around it. */
function nearestFree({ x, y }: Point, r: number, placed: readonly Circle[]): Point {
  const isFree = (point: Point) =>
    placed.every((one) => Math.hypot(one.x - point.x, one.y - point.y) >= one.r + r)
  for (let far = 0; ; far += STEP) {
    const places = Math.max(1, Math.ceil((2 * Math.PI * far) / STEP))
    for (let i = 0; i < places; i++) {
      const angle = (2 * Math.PI * i) / places
      const point = { x: Math.round(x + far * Math.cos(angle)), y: Math.round(y + far * Math.sin(angle)) }
      if (isFree(point)) return point
    }
  }
}
