import type { GraphNode } from '@/lib/shared/graph'
import { groupBy } from '../group-by'
import { COLUMN } from './spine'

/**
 * The row of each branch in its lane: the first branch is row 0, later ones take the first row that is free
 * from their first column on.
 */
export function branchRows(
  spine: readonly GraphNode[],
  columns: ReadonlyMap<string, number>,
): Map<string, number> {
  const rows = new Map<string, number>()
  const ends: number[] = []
  for (const [branchId, members] of groupBy(spine, (node) => node.branchId)) {
    if (branchId === null) continue
    const xs = members.map((node) => columns.get(node.id) ?? 0)
    const free = rows.size === 0 ? 0 : ends.findIndex((end, row) => row > 0 && end + COLUMN < Math.min(...xs))
    const row = free < 0 ? Math.max(1, ends.length) : free
    rows.set(branchId, row)
    ends[row] = Math.max(...xs)
  }
  return rows
}
