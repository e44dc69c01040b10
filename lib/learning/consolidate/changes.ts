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
 * The changes of a consolidation. A pair that a model kept separate is linked, so it is not compared again;
 * an undecided pair stays as it is. Unconfirmed opposites are only flagged, with less weight.
 */
export function consolidationChanges(
  plan: ConsolidationPlan,
  rows: readonly StrategyRow[],
  decisions: Decisions = UNDECIDED,
): StrategyChange[] {
  const links = new Map<string, Links>(rows.map((row) => [row.id, row.links]))
  const link = (from: string, to: string, relation: Links[number]['relation'], weight: number) => {
    const there = (links.get(from) ?? []).filter((one) => one.to !== to)
    links.set(from, [...there, { to, relation, weight: Math.round(weight * 1_000) / 1_000 }])
    return from
  }
  const doubtful = [...plan.opposites, ...plan.unclear].map((pair) => ({
    ...{ pair, said: decisions.get(pairKey(pair.a, pair.b)) },
  }))
  const merges = [
    ...plan.merges,
    ...doubtful.flatMap(({ pair: { a, b, similarity }, said }) =>
      said === 'same' ? [{ into: a, from: b, similarity }] : [],
    ),
  ]
  const gone = new Set(merges.map(({ from }) => from))
  const linked = new Set([
    ...merges.map(({ from, into, similarity }) => link(from, into, 'duplicate_of', similarity)),
    ...doubtful.flatMap(({ pair: { a, b }, said }) =>
      said === 'opposite' || said === 'apart'
        ? [link(b, a, said === 'opposite' ? 'contradicts' : 'refines', DECIDED)]
        : [],
    ),
    ...plan.opposites.flatMap(({ a, b, similarity }) =>
      decisions.has(pairKey(a, b)) || similarity < limitsOfLearning.opposeAt
        ? []
        : [link(b, a, 'contradicts', FLAGGED)],
    ),
    ...plan.links.map(({ from, to, relation, similarity }) => link(from, to, relation, similarity)),
  ])
  return [
    ...merges.map(({ into, from }): StrategyChange => ({ op: 'MERGE', into, from })),
    ...[...linked].map((id): StrategyChange => ({ op: 'UPDATE', id, set: { links: links.get(id) ?? [] } })),
    ...plan.retired.map((id): StrategyChange => ({ op: 'UPDATE', id, set: { status: 'retired' } })),
    ...plan.worse.flatMap(({ id }): StrategyChange[] =>
      gone.has(id) ? [] : [{ op: 'UPDATE', id, set: { status: 'quarantined' } }],
    ),
  ]
}

/** How many links of these relations the changes add. */
export function linksAdded(
  changes: readonly StrategyChange[],
  rows: readonly StrategyRow[],
  ...relations: Links[number]['relation'][]
): number {
  const before = new Map(rows.map(({ id, links }) => [id, links]))
  const isNew = (id: string, link: Links[number]) =>
    relations.includes(link.relation) &&
    !before.get(id)?.some(({ to, relation }) => to === link.to && relation === link.relation)
  return changes
    .flatMap((change) => (change.op === 'UPDATE' ? [change] : []))
    .reduce((sum, { id, set }) => sum + (set.links ?? []).filter((link) => isNew(id, link)).length, 0)
}
