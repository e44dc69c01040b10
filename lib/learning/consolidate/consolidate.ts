import type { Batch, Db } from '@/lib/db/engine/client'
import { type ConsolidationRun, consolidationOps } from '@/lib/db/learning/consolidations'
import { learnOps } from '@/lib/db/learning/learn'
import { playbookOf } from '@/lib/db/learning/log/revision'
import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { citedCounts } from '@/lib/db/learning/uses/authors'
import type { Runtime } from '@/lib/shared/runtime'
import { consolidationChanges, type Decisions } from './changes'
import { type ConsolidationPlan, planConsolidation } from './plan'

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
