import type { Batch, Db } from '@/lib/db/engine/client'
import { type ConsolidationRun, consolidationOps } from '@/lib/db/learning/consolidations'
import { learnOps } from '@/lib/db/learning/learn'
import { playbookOf } from '@/lib/db/learning/log/revision'
import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { citedCounts } from '@/lib/db/learning/uses/authors'
import { outcomesOf } from '@/lib/db/learning/uses/outcomes'
import type { Runtime } from '@/lib/shared/runtime'
import { strategyIndex } from '../strategy-index'
import { consolidationChanges, type Decisions, linksAdded } from './changes'
import { meaningPairs } from './meaning-pairs'
import { type ConsolidationPlan, planConsolidation } from './plan'

/** `space` = of the vectors to compare strategies by, besides their words; `canAsk` = whether there is a model. */
type Who = { db: Db; ownerId: string; runtime: Runtime; space?: string | undefined; canAsk?: boolean }

/** What a consolidation would do now. Nothing is written. */
export async function consolidationPlan({ db, ownerId, runtime, space, canAsk }: Who): Promise<{
  plan: ConsolidationPlan
  rows: StrategyRow[]
}> {
  const rows = await allStrategies(db, ownerId)
  const cited = new Set((await citedCounts(db, ownerId)).keys())
  const outcomes = await outcomesOf(db, ownerId)
  const { vectors } = space ? await strategyIndex(db, ownerId, space) : { vectors: null }
  const alike = vectors ? await meaningPairs(rows, vectors) : []
  return {
    plan: planConsolidation(rows, { cited, outcomes, now: runtime.now(), alike, canAsk: canAsk ?? false }),
    rows,
  }
}

/**
 * Writes for a transaction that merges, links, retires and quarantines strategies, logged as one group that
 * can be undone as a whole, and the row that says so. `decisions` = what a model said about the doubtful
 * pairs.
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
  const changes = consolidationChanges(plan, rows, decisions)
  const at = runtime.now()
  const learner = {
    ...{ by: 'consolidation' as const, groupId: id, turnId, at },
    newId: () => runtime.id('str'),
  }
  const { writes } = await learnOps(db, ownerId, changes, learner, playbook)
  const run: ConsolidationRun = {
    ...{ id, trigger, turnId, at, items: plan.items },
    duplicates: changes.filter(({ op }) => op === 'MERGE').length,
    contradictions: linksAdded(changes, rows, 'contradicts'),
    links: linksAdded(changes, rows, 'refines', 'entails'),
    pruned: plan.retired.length,
    quarantined: plan.worse.length,
    ms: at.getTime() - started.getTime(),
  }
  return { writes: [...writes, ...consolidationOps(db, ownerId, run, plan.trials)], run }
}
