import type { StrategyChange } from '@/lib/db/learning/changes'
import type { StrategyRow } from '@/lib/db/learning/strategies'
import type { StrategyState } from '@/lib/shared/strategies'
import { type ConsolidationPlan, pairKey } from './plan'

type Links = StrategyState['links']
/** What a model said of pairs, by `pairKey`: whether they say the same, and whether they contradict each other. */
export type Decisions = { same: ReadonlyMap<string, boolean>; opposite: ReadonlyMap<string, boolean> }
export const UNDECIDED: Decisions = { same: new Map(), opposite: new Map() }

/** How sure an unconfirmed contradiction is. */
const FLAGGED = 0.5

/**
 * The changes of a consolidation, and how many related pairs they link. A pair that a model kept apart is linked, and by
 * that not looked at again; one that nobody decided waits. Opposites that nobody confirmed are only flagged, with less
 * weight.
 */
export function consolidationChanges(
  plan: ConsolidationPlan,
  rows: readonly StrategyRow[],
  { same, opposite }: Decisions = UNDECIDED,
): { changes: StrategyChange[]; links: number } {
  const links = new Map<string, Links>(rows.map((row) => [row.id, row.links]))
  const link = (from: string, to: string, relation: Links[number]['relation'], weight: number) => {
    const there = (links.get(from) ?? []).filter((one) => one.to !== to)
    links.set(from, [...there, { to, relation, weight: Math.round(weight * 1_000) / 1_000 }])
    return from
  }
  const merges = [
    ...plan.merges,
    ...plan.unclear.flatMap(({ a, b, similarity }) =>
      same.get(pairKey(a, b)) ? [{ into: a, from: b, similarity }] : [],
    ),
  ]
  const apart = [
    ...plan.unclear.filter(({ a, b }) => same.get(pairKey(a, b)) === false),
    ...plan.opposites.filter(({ a, b }) => opposite.get(pairKey(a, b)) === false),
  ]
  const opposed = plan.opposites.filter((pair) => !apart.includes(pair))
  const linked = new Set([
    ...merges.map(({ from, into, similarity }) => link(from, into, 'duplicate_of', similarity)),
    ...apart.map(({ a, b, similarity }) => link(b, a, 'refines', similarity)),
    ...opposed.map(({ a, b }) => link(b, a, 'contradicts', opposite.get(pairKey(a, b)) ? 1 : FLAGGED)),
    ...plan.links.map(({ from, to, relation, similarity }) => link(from, to, relation, similarity)),
  ])
  const goes = new Set(merges.map(({ from }) => from))
  const retired = plan.retired.filter((id) => !goes.has(id))
  const worse = plan.worse.filter(({ id }) => !goes.has(id))
  const changes = [
    ...merges.map(({ into, from }): StrategyChange => ({ op: 'MERGE', into, from })),
    ...[...linked].map((id): StrategyChange => ({ op: 'UPDATE', id, set: { links: links.get(id) ?? [] } })),
    ...retired.map((id): StrategyChange => ({ op: 'UPDATE', id, set: { status: 'retired' } })),
    ...worse.map(({ id }): StrategyChange => ({ op: 'UPDATE', id, set: { status: 'quarantined' } })),
  ]
  return { changes, links: apart.length + plan.links.length }
}
