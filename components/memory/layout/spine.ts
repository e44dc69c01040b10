import type { GraphNode } from '@/lib/shared/graph'
import { groupBy } from '../group-by'

export type Point = { x: number; y: number }
/** Width of a turn's column in graph units; a range is wider. */
export const COLUMN = 46
const RANGE = 104
const widthOf = (node: GraphNode) => (node.kind === 'range' ? RANGE : COLUMN)

/** Turns and collapsed ranges: the nodes of the time axis. */
export const isSpine = (node: GraphNode) => node.kind === 'turn' || node.kind === 'range'

/**
 * Turns and ranges, oldest first. A range precedes all later turns of its conversation, whatever its date;
 * ties go by number, then id.
 */
export function spineInTime(nodes: readonly GraphNode[]): GraphNode[] {
  const spine = nodes.filter(isSpine)
  const time = new Map(spine.map((node) => [node.id, node.at]))
  for (const lane of groupBy(spine, (node) => node.conversationId).values()) {
    for (const range of lane.filter((node) => node.kind === 'range')) {
      const after = lane.filter((node) => node.kind === 'turn' && node.from > range.to).map((node) => node.at)
      time.set(range.id, [range.at, ...after].sort()[0] ?? '')
    }
  }
  const at = (node: GraphNode) => time.get(node.id) ?? ''
  return spine.sort((a, b) => at(a).localeCompare(at(b)) || a.from - b.from || (a.id < b.id ? -1 : 1))
}

/**
 * Columns in time: no node is left of an earlier one, and neighbours of one conversation never touch.
 * Simultaneous conversations share columns, so empty time takes no space.
 */
export function columnsOf(spine: readonly GraphNode[]): Map<string, number> {
  const columns = new Map<string, number>()
  const ends = new Map<string, number>()
  let now = 0
  for (const node of spine) {
    const half = widthOf(node) / 2
    const end = ends.get(node.conversationId)
    now = Math.max(now, end === undefined ? 0 : end + half)
    columns.set(node.id, now)
    ends.set(node.conversationId, now + half)
  }
  return columns
}

/**
 * The column of a turn number: of its node on the branch, else on any branch, else of the range that covers
 * it, else of the nearest.
 */
export function turnPlaces(spine: readonly GraphNode[], columns: ReadonlyMap<string, number>) {
  const lanes = groupBy(spine, (node) => node.conversationId)
  return (conversationId: string, number: number, branchId: string | null): number => {
    const away = (node: GraphNode) =>
      Math.max(node.from - number, number - node.to, 0) * 2 +
      (branchId !== null && node.branchId !== branchId ? 1 : 0)
    const [first, ...others] = lanes.get(conversationId) ?? []
    const nearest = others.reduce((best, node) => (best && away(best) <= away(node) ? best : node), first)
    return columns.get(nearest?.id ?? '') ?? 0
  }
}

/**
 * Moves points of one band right until neighbours are `gap` apart, keeping their order and the first
 * position.
 */
export function spread(wanted: readonly { id: string; x: number }[], gap: number): Map<string, number> {
  const placed = new Map<string, number>()
  let end = Number.NEGATIVE_INFINITY
  for (const { id, x } of [...wanted].sort((a, b) => a.x - b.x || (a.id < b.id ? -1 : 1))) {
    end = Math.max(x, end + gap)
    placed.set(id, end)
  }
  return placed
}
