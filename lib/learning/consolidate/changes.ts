import type { StrategyChange } from '@/lib/db/learning/log/changes'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import type { StrategyState } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { type ConsolidationPlan, DECIDED, pairKey } from './plan'

type Links = StrategyState['links']
/** What a model said of pairs, by `pairKey`. */
export type Decisions = ReadonlyMap<string, 'opposite' | 'same' | 'apart'>
const UNDECIDED: Decisions = new Map()

/** How sure an unconfirmed contradiction is. */
export const FLAGGED = 0.5

/**
 * The changes of a consolidation, and how many pairs they flag as opposites. A pair that a model kept
 * separate is linked, so it is not compared again.
 */
export function consolidationChanges(
  plan: ConsolidationPlan,
  rows: readonly StrategyRow[],
  decisions: Decisions = UNDECIDED,
): { changes: StrategyChange[]; flagged: number } {
  const links = new Map<string, Links>(rows.map((row) => [row.id, row.links]))
  const linked = new Set<string>()
  const link = (from: string, to: string, relation: Links[number]['relation'], weight: number) => {
    const others = (links.get(from) ?? []).filter((one) => one.to !== to)
    links.set(from, [...others, { to, relation, weight: Math.round(weight * 1_000) / 1_000 }])
    linked.add(from)
  }
  const merges = [...plan.merges]
  let flagged = 0
  const flag = (from: string, to: string, weight: number) => {
    link(from, to, 'contradicts', weight)
    flagged += 1
  }
  for (const pair of [...plan.opposites, ...plan.unclear]) {
    const { a, b, similarity } = pair
    const said = decisions.get(pairKey(a, b))
    if (said === 'same') merges.push({ into: a, from: b, similarity })
    else if (said === 'opposite') flag(b, a, DECIDED)
    else if (said === 'apart') link(b, a, 'refines', DECIDED)
    else if (plan.opposites.includes(pair) && similarity >= limitsOfLearning.opposeAt) flag(b, a, FLAGGED)
  }
  for (const { from, into, similarity } of merges) link(from, into, 'duplicate_of', similarity)
  return {
    flagged,
    changes: [
      ...merges.map(({ into, from }): StrategyChange => ({ op: 'MERGE', into, from })),
      ...[...linked].map((id): StrategyChange => ({ op: 'UPDATE', id, set: { links: links.get(id) ?? [] } })),
      ...plan.retired.map((id): StrategyChange => ({ op: 'UPDATE', id, set: { status: 'retired' } })),
    ],
  }
}
