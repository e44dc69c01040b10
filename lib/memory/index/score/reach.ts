import { AT, type IndexData, ROW } from '@/lib/memory/index/load/data'

/** The reach of a branch: its factor for ordering (0 = out of reach) and its highest turn number. */
export type ReachFactor = (conversationId: string, branchId: string) => { factor: number; upTo: number }
/** `near(message)` = the factor, 0 out of reach; `most` = the highest; `units` and `terms` = all in reach. */
export type Reached = { near(message: number): number; most: number; units: number; terms: number }

/** Resolves each branch once, before the search. */
export function reachedUnits(data: IndexData, reach: ReachFactor): Reached {
  const { rows } = data
  const [factors, upTo] = [
    new Float64Array(data.branches.list.length),
    new Float64Array(data.branches.list.length),
  ]
  const within = new Set<number>()
  for (const [branch, conversation] of data.branchOf.entries()) {
    const there = reach(data.conversations.list[conversation] ?? '', data.branches.list[branch] ?? '')
    factors[branch] = there.factor
    upTo[branch] = there.upTo
    if (there.factor > 0 && there.upTo > 0) within.add(conversation)
  }
  let [units, terms] = [0, 0]
  for (const conversation of within) {
    units += data.sizes.units[conversation] ?? 0
    terms += data.sizes.terms[conversation] ?? 0
  }
  const near = (message: number) => {
    const branch = rows.of[message * ROW + AT.branch] ?? -1
    if (branch < 0) return 0
    return (rows.of[message * ROW + AT.number] ?? 0) <= (upTo[branch] ?? 0) ? (factors[branch] ?? 0) : 0
  }
  return { near, most: factors.reduce((most, factor) => Math.max(most, factor), 0), units, terms }
}
