import type { GraphDto, GraphEdge, GraphNode } from '@/lib/shared/graph'
import { groupBy } from '../group-by'
import { branchRows } from './rows'
import { columnsOf, isSpine, type Point, spineInTime, spread, turnPlaces } from './spine'

/** A conversation's lane. `left` and `right` are its first and last columns. */
export type Lane = Record<'top' | 'bottom' | 'left' | 'right', number> & {
  conversationId: string
  title: string
}
/** The first turn of a day, in the reader's time zone. */
export type DayMark = { x: number; at: string }
export type TimeLayout = { positions: Map<string, Point>; lanes: Lane[]; days: DayMark[] }
type Graph = Pick<GraphDto, 'conversations' | 'nodes' | 'edges'>

/** Distances from the line of turns, in graph units. Higher roll-up levels are further up. */
const ABOVE = { context: 32, summary: 62, rollUp: 104, level: 40 } as const
const BELOW = { bare: 30, arcs: 126, file: 34, fact: 30, strategy: 36, entity: 44 } as const
const GAP = { rollUp: 46, file: 44, fact: 30, strategy: 30, entity: 84 } as const
/** Bands below the turns, from the top. */
const BANDS = ['file', 'fact', 'strategy', 'entity'] as const
const isBelow = ({ kind }: GraphNode) => BANDS.some((band) => band === kind)
/** Room for the names of files and entities. */
const NAME = 16
const PAD = { top: 66, bottom: 14, between: 12 } as const

/**
 * Time runs from left to right, conversations are lanes: contexts, summaries and roll-ups above the turns,
 * recall arcs, files, facts, strategies and entities below. Deterministic. Lanes are stacked upwards from the oldest
 * conversation, so that growth moves nothing unless a lane gets its first arcs, files, facts, strategies or roll-ups.
 */
export function timeLayout(graph: Graph): TimeLayout {
  const spine = spineInTime(graph.nodes)
  const columns = columnsOf(spine)
  const ground: Ground = {
    columns,
    columnOf: turnPlaces(spine, columns),
    lanes: groupBy(spine, (node) => node.conversationId),
    withArcs: new Set(
      graph.edges.filter((edge) => edge.kind === 'recalled').flatMap((edge) => [edge.from, edge.to]),
    ),
    positions: new Map(),
  }
  const titles = new Map(graph.conversations.map(({ id, title }) => [id, title]))
  const members = groupBy(graph.nodes, (node) => node.conversationId)
  const order = new Set([...spine.map((node) => node.conversationId), ...members.keys()])
  const lanes: Lane[] = []
  let bottom = 0
  for (const id of order) {
    const nodes = members.get(id) ?? []
    const top = bottom - layLane(nodes, ground)
    const points = nodes.flatMap((node) => ground.positions.get(node.id) ?? [])
    for (const point of points) point.y += top
    const xs = points.map((point) => point.x)
    lanes.push({
      conversationId: id,
      title: titles.get(id) ?? '',
      top,
      bottom,
      left: Math.min(...xs),
      right: Math.max(...xs),
    })
    bottom = top - PAD.between
  }
  return { positions: ground.positions, lanes, days: dayMarks(spine, columns) }
}

type Ground = {
  columns: ReadonlyMap<string, number>
  columnOf: ReturnType<typeof turnPlaces>
  lanes: ReadonlyMap<string, GraphNode[]>
  withArcs: ReadonlySet<string>
  positions: Map<string, Point>
}

/** Positions a lane's nodes below y = 0. @returns its height. */
function layLane(nodes: readonly GraphNode[], ground: Ground): number {
  const { columns, columnOf, lanes, withArcs, positions } = ground
  const middle = ({ conversationId, from, to, branchId }: GraphNode) =>
    (columnOf(conversationId, from, branchId) + columnOf(conversationId, to, branchId)) / 2
  const rowOf = branchRows(lanes.get(nodes[0]?.conversationId ?? '') ?? [], columns)
  const rows = groupBy(
    nodes.filter((node) => !isBelow(node)),
    (node) => rowOf.get(node.branchId ?? '') ?? 0,
  )
  let y: number = PAD.top
  for (const [, members] of [...rows].sort(([a], [b]) => a - b)) {
    const line = y + Math.max(12, ...members.map(above))
    for (const [height, band] of groupBy(members, above)) {
      const wanted = band.map((node) => ({
        id: node.id,
        x: columns.get(node.id) ?? columns.get(`turn:${node.turnId}`) ?? middle(node),
      }))
      const xs = spread(wanted, band[0]?.kind === 'roll-up' ? GAP.rollUp : 0)
      for (const { id } of band) positions.set(id, { x: xs.get(id) ?? 0, y: line - height })
    }
    y = line + (members.some((node) => withArcs.has(node.id)) ? BELOW.arcs : BELOW.bare)
  }
  for (const kind of BANDS) {
    const band = nodes.filter((node) => node.kind === kind)
    if (band.length === 0) continue
    const wanted = band.map((node) => ({
      id: node.id,
      x: columnOf(node.conversationId, node.from, node.branchId),
    }))
    for (const [id, x] of spread(wanted, GAP[kind])) positions.set(id, { x, y: y + BELOW[kind] / 2 })
    y += BELOW[kind] + (kind === 'fact' || kind === 'strategy' ? 0 : NAME)
  }
  return y + PAD.bottom
}

function above(node: GraphNode): number {
  if (isSpine(node)) return 0
  if (node.kind === 'context') return ABOVE.context
  return node.kind === 'summary' ? ABOVE.summary : ABOVE.rollUp + ABOVE.level * (Math.max(1, node.level) - 1)
}

function dayMarks(spine: readonly GraphNode[], columns: ReadonlyMap<string, number>): DayMark[] {
  const marks: DayMark[] = []
  let day = ''
  for (const node of spine.filter(({ kind }) => kind === 'turn')) {
    const own = new Date(node.at).toDateString()
    if (own !== day) marks.push({ x: columns.get(node.id) ?? 0, at: node.at })
    day = own
  }
  return marks
}

/**
 * How far a recall's arc hangs below its ends, in graph units: further for longer links, within the lane's
 * space.
 */
export const arcDepth = (edge: Pick<GraphEdge, 'score'>, distance: number) =>
  Math.min(104, 16 + 2 * Math.sqrt(distance) + 8 * (edge.score ?? 0))
