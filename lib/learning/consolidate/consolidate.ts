import type { Batch, Db } from '@/lib/db/engine/client'
import { type ConsolidationRun, consolidationOps } from '@/lib/db/learning/consolidations'
import { learnOps } from '@/lib/db/learning/learn'
import type { StrategyChange } from '@/lib/db/learning/log/changes'
import { playbookOf } from '@/lib/db/learning/log/revision'
import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { citedCounts } from '@/lib/db/learning/uses/authors'
import type { StrategyState } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import type { Runtime } from '@/lib/shared/runtime'
import { type ConsolidationPlan, DECIDED, pairKey, planConsolidation } from './plan'

/** `canAsk` = whether there is a model. */
type Who = { db: Db; ownerId: string; runtime: Runtime; canAsk?: boolean }

/** What a consolidation would do now. Nothing is written. */
export async function consolidationPlan({ db, ownerId, runtime, canAsk = false }: Who): Promise<{
  plan: ConsolidationPlan
  rows: StrategyRow[]
}> {
  const rows = await allStrategies(db, ownerId)
  const cited = new Set((await citedCounts(db, ownerId)).keys())
  return { plan: planConsolidation(rows, { cited, now: runtime.now(), canAsk }), rows }
}

/**
 * The writes of one transaction: strategies are merged, linked and retired as one logged group, which can be
 * undone as a whole, and a row records the consolidation. `decisions` = what a model said about the doubtful pairs.
 */
export async function consolidationWrites(
  who: Who,
  { id, trigger, turnId }: Pick<ConsolidationRun, 'id' | 'trigger' | 'turnId'>,
  decisions?: Decisions,
): Promise<{ writes: Batch; run: ConsolidationRun }> {
  const { db, ownerId, runtime } = who
  const started = runtime.now()
  const playbook = await playbookOf(db, ownerId)
  const { plan, rows } = await consolidationPlan(who)
  const { changes, flagged } = consolidationChanges(plan, rows, decisions)
  const at = runtime.now()
  const learner = {
    ...{ by: 'consolidation' as const, groupId: id, turnId, at },
    newId: () => runtime.id('str'),
  }
  const { writes } = await learnOps(db, ownerId, changes, learner, playbook)
  const run: ConsolidationRun = {
    ...{ id, trigger, turnId, at, items: plan.items },
    duplicates: changes.filter(({ op }) => op === 'MERGE').length,
    contradictions: flagged,
    pruned: plan.retired.length,
    ms: at.getTime() - started.getTime(),
  }
  return { writes: [...writes, ...consolidationOps(db, ownerId, run, plan.trials)], run }
}

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
