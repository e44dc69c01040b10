import { groupBy } from '@/lib/base/group-by'
import type { GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { boxOf } from '../canvas/viewport'
import { type Neighbourhood, neighboursOf } from './neighbourhood'
import type { Point, Size } from './placed'
import { isPart } from './rows-layout'

/**
 * Leaves out contexts and summaries, which are part of their turn's glyph, except those of the centre's turn and
 * of turns that are not shown.
 */
export function withoutParts(near: Neighbourhood, centre: string): Neighbourhood {
  const turns = new Set(near.nodes.flatMap(({ kind, turnId }) => (kind === 'turn' ? [turnId] : [])))
  const own = near.nodes.find(({ id }) => id === centre)?.turnId
  const isOther = (node: GraphNode) => isPart(node) && turns.has(node.turnId) && node.turnId !== own
  return { ...near, nodes: near.nodes.filter((node) => !isOther(node)) }
}

const COLUMN = 230
const ROW = 64
/** A longer column continues in the next one. */
const LONGEST = 11
const FOLD = 150

/**
 * The surroundings of a node in signed columns: earlier nodes on the left, later ones on the right, its own
 * records above, its files, facts and strategies below; one column per link of distance. `born` orders nodes
 * in time.
 */
export function localLayout(
  { nodes, edges, steps }: Neighbourhood,
  centre: string,
  born: ReadonlyMap<string, number>,
): Map<string, Point> {
  const time = (id: string) => born.get(id) ?? 0
  const turnId = nodes.find(({ id }) => id === centre)?.turnId ?? null
  /** The centre's own records belong to the same turn, neither before nor after it. */
  const own = new Set(nodes.filter((node) => turnId && node.turnId === turnId).map(({ id }) => id)).add(
    centre,
  )
  const side = (id: string) => (own.has(id) ? 0 : time(id) < time(centre) ? -1 : 1)
  const positions = new Map<string, Point>()
  const linked = neighboursOf(edges)
  const columns = groupBy(nodes, ({ id }) => side(id) * (steps.get(id) ?? 0))
  const ends = new Map([[0, 0]])
  for (const column of [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const members = columns.get(column) ?? []
    if (column === 0) {
      layOwn(members, centre, positions)
      continue
    }
    const sign = Math.sign(column)
    const pull = (id: string) => {
      const placed = (linked.get(id) ?? []).flatMap((other) => positions.get(other) ?? [])
      return placed.length ? placed.reduce((sum, point) => sum + point.y, 0) / placed.length : 0
    }
    const sorted = members
      .map((node) => ({ node, y: pull(node.id) }))
      .sort((a, b) => a.y - b.y || time(a.node.id) - time(b.node.id) || (a.node.id < b.node.id ? -1 : 1))
    const folds = Math.ceil(sorted.length / LONGEST)
    const rows = Math.ceil(sorted.length / folds)
    const start = (ends.get(column - sign) ?? 0) + COLUMN
    sorted.forEach(({ node }, index) => {
      const [fold, row] = [index % folds, Math.floor(index / folds)]
      // Every other column is half a row lower, so that names do not overlap.
      const y = (row - (rows - 1) / 2 + (fold % 2) / 2) * ROW
      positions.set(node.id, { x: sign * (start + fold * FOLD), y })
    })
    ends.set(column, start + (folds - 1) * FOLD)
  }
  return positions
}

const MOST_SPREAD = 2
/** Rows further apart where the canvas is higher than the picture, so that more names fit. */
export function spread(positions: ReadonlyMap<string, Point>, { width, height }: Size): Map<string, Point> {
  const { x1, y1, x2, y2 } = boxOf({ positions, sizes: new Map() })
  const by = Math.min(MOST_SPREAD, Math.max(1, ((x2 - x1) * height) / (width * (y2 - y1))))
  return new Map([...positions].map(([id, { x, y }]) => [id, { x, y: y * by }]))
}

const RANK: Record<NodeKind, number> = {
  ...{ topic: 0, conversation: 0, 'roll-up': 0, summary: 1, context: 2, turn: 3, range: 3 },
  ...{ file: 4, fact: 5, strategy: 6, entity: 7 },
}
function layOwn(members: readonly GraphNode[], centre: string, positions: Map<string, Point>) {
  const sorted = [...members].sort((a, b) => RANK[a.kind] - RANK[b.kind] || (a.id < b.id ? -1 : 1))
  const middle = sorted.findIndex(({ id }) => id === centre)
  sorted.forEach((node, index) => {
    positions.set(node.id, { x: 0, y: (index - middle) * (ROW + 14) })
  })
}
