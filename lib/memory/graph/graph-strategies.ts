import type { TurnNodeRow } from '@/lib/db/memory/graph'
import type { StrategyLinkRow, StrategyNodeRow } from '@/lib/db/memory/graph-strategies'
import { type GraphNode, nodeId } from '@/lib/shared/memory/graph'

/** A strategy with the turns of the graph that it was learned from and that cite it, each oldest first. */
export type GraphStrategy = {
  row: StrategyNodeRow
  taught: readonly TurnNodeRow[]
  cited: readonly TurnNodeRow[]
}
export type GraphStrategies = { nodes: readonly GraphStrategy[]; links: readonly StrategyLinkRow[] }
export const NO_STRATEGIES: GraphStrategies = { nodes: [], links: [] }

export const strategyId = ({ row }: GraphStrategy) => nodeId('strategy', row.id)

export function withTurns(rows: readonly StrategyNodeRow[], turns: readonly TurnNodeRow[]): GraphStrategy[] {
  const rowOf = new Map(turns.map((turn) => [turn.id, turn]))
  const known = (ids: readonly string[]) =>
    ids.flatMap((id) => rowOf.get(id) ?? []).sort((a, b) => a.at.localeCompare(b.at) || a.number - b.number)
  return rows.map((row) => ({ row, taught: known(row.taught), cited: known(row.cited) }))
}

const RANK: Record<StrategyNodeRow['status'], number> = { active: 2, quarantined: 1, retired: 0 }

/** At most `room` strategies: those in use, then those with the most turns, then the newest. */
export function fittingStrategies(all: readonly GraphStrategy[], room: number): GraphStrategy[] {
  const turns = ({ taught, cited }: GraphStrategy) => taught.length + cited.length
  return [...all]
    .sort(
      (a, b) =>
        RANK[b.row.status] - RANK[a.row.status] ||
        turns(b) - turns(a) ||
        b.row.at.localeCompare(a.row.at) ||
        (a.row.id < b.row.id ? -1 : 1),
    )
    .slice(0, Math.max(0, room))
}

/** Its place is the first turn it was learned from, else the first that cites it. */
export const strategyNodes = ({ nodes }: GraphStrategies): GraphNode[] =>
  nodes.map((strategy): GraphNode => {
    const { row, taught, cited } = strategy
    const [place] = [...taught, ...cited]
    const number = place?.number ?? 0
    return {
      ...{ id: strategyId(strategy), kind: 'strategy', label: row.label },
      ...{ conversationId: place?.conversationId ?? '', turnId: place?.id ?? null },
      ...{ turnNumber: number, from: number, to: number, level: 0, branchId: place?.branchId ?? null },
      ...{ tokens: 0, at: row.at, count: new Set([...taught, ...cited]).size },
      status: row.status === 'active' ? '' : row.status,
    }
  })
