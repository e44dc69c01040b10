import { groupBy } from '@/lib/shared/group-by'
import type { GraphDto, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { neighboursOf } from './neighbourhood'
import { isNarrow, type Point, type Size } from './placed'

/** Graph units down from the turn to its parts, and between two of them. */
const REACH = { y: 130 } as const
const STEP = { x: 210, y: 84 } as const
/** Parts stand above the turn, what it stated, taught and wrote below. */
export const ABOVE: readonly NodeKind[] = ['summary', 'context', 'roll-up']
const BELOW: readonly NodeKind[] = ['fact', 'strategy', 'file', 'entity']
/** Linked with the turn through a summary or a fact. */
const WIDER: ReadonlySet<NodeKind> = new Set(['roll-up', 'entity'])
/** Of the turns beside it: columns, rows, and the longest column; a longer one continues in the next. */
const BESIDE = { column: 230, row: 64, longest: 11, fold: 150 } as const

/** `steps` = how many links are between each node and the turn. */
type Near = Pick<GraphDto, 'nodes' | 'edges'> & { steps: ReadonlyMap<string, number> }

/** Sorts by time; turns of one moment by number. */
const momentOf = ({ at, turnNumber }: GraphNode) => `${at} ${String(turnNumber).padStart(9, '0')}`

/** A turn opened: its records fan out from it, the turns of its recalls stand on both sides. */
export function turnLayout(near: Near, centre: GraphNode, canvas: Size): Map<string, Point> {
  const across = isNarrow(canvas) ? 2 : 4
  const own = near.nodes.filter(({ id, kind }) => near.steps.get(id) === 1 || WIDER.has(kind))
  const fanned = own.filter(({ kind }) => ABOVE.includes(kind) || BELOW.includes(kind))
  const inFan = new Set(fanned.map(({ id }) => id))
  const others = near.nodes.filter(({ id }) => !inFan.has(id) && id !== centre.id)
  const positions = beside({ ...near, nodes: others }, centre)
  fan(fanned, ABOVE, -1, across, positions)
  fan(fanned, BELOW, 1, across, positions)
  return positions
}

/** Earlier turns on the left, later ones on the right, one column per link of distance. */
function beside({ nodes, edges, steps }: Near, centre: GraphNode): Map<string, Point> {
  const positions = new Map<string, Point>([[centre.id, { x: 0, y: 0 }]])
  const linked = neighboursOf(edges)
  const now = momentOf(centre)
  const columns = groupBy(nodes, (node) => (momentOf(node) < now ? -1 : 1) * (steps.get(node.id) ?? 1))
  const ends = new Map([[0, 0]])
  const pull = (id: string) => {
    const placed = (linked.get(id) ?? []).flatMap((other) => positions.get(other) ?? [])
    return placed.length ? placed.reduce((sum, point) => sum + point.y, 0) / placed.length : 0
  }
  for (const column of [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
    const sign = Math.sign(column)
    const sorted = (columns.get(column) ?? [])
      .map((node) => ({ node, y: pull(node.id), moment: momentOf(node) }))
      .sort((a, b) => a.y - b.y || a.moment.localeCompare(b.moment) || (a.node.id < b.node.id ? -1 : 1))
    const folds = Math.ceil(sorted.length / BESIDE.longest)
    const rows = Math.ceil(sorted.length / folds)
    const start = (ends.get(column - sign) ?? 0) + BESIDE.column
    sorted.forEach(({ node }, index) => {
      const [fold, row] = [index % folds, Math.floor(index / folds)]
      // Every other column is half a row lower, so that names do not overlap.
      const y = (row - (rows - 1) / 2 + (fold % 2) / 2) * BESIDE.row
      positions.set(node.id, { x: sign * (start + fold * BESIDE.fold), y })
    })
    ends.set(column, start + (folds - 1) * BESIDE.fold)
  }
  return positions
}

/** Rows above or below the turn; an odd one is moved by half a step to leave the middle free. */
function fan(
  nodes: readonly GraphNode[],
  kinds: readonly NodeKind[],
  sign: 1 | -1,
  across: number,
  positions: Map<string, Point>,
) {
  const own = nodes
    .filter(({ kind }) => kinds.includes(kind))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1))
  // Turns of the middle column would be crossed by what stands straight above or below them.
  const lowest = Math.max(0, ...[...positions.values()].map(({ y }) => Math.abs(y)))
  const start = Math.max(REACH.y, lowest > 0 ? lowest + STEP.y : 0)
  own.forEach(({ id }, index) => {
    const row = Math.floor(index / across)
    const inRow = Math.min(across, own.length - row * across)
    const column = (index % across) - (inRow - 1) / 2
    positions.set(id, { x: column * STEP.x + (row % 2) * (STEP.x / 2), y: sign * (start + row * STEP.y) })
  })
}
