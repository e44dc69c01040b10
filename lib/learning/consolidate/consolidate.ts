import type { Runtime } from '@/lib/base/runtime'
import type { Batch, Db } from '@/lib/db/engine/client'
import { retryLost } from '@/lib/db/engine/errors'
import { type ConsolidationRun, citedStrategies, consolidationOps } from '@/lib/db/learning/consolidations'
import { learnOps } from '@/lib/db/learning/learn'
import { type StrategyRow, strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits-learning'
import { consolidationChanges, type Decisions } from './changes'
import { type ConsolidationPlan, planConsolidation } from './plan'

type Who = { db: Db; ownerId: string; runtime: Runtime }

/** What a consolidation would do now. Nothing is written. */
export async function consolidationPlan({ db, ownerId, runtime }: Who): Promise<{
  plan: ConsolidationPlan
  rows: StrategyRow[]
}> {
  const rows = [...(await strategiesOf(db, ownerId, await strategyIds(db, ownerId))).values()]
  const cited = await citedStrategies(db, ownerId)
  return { plan: planConsolidation(rows, { cited, now: runtime.now() }), rows }
}

/**
 * Merges, links and retires strategies in one transaction, logged as one group that can be undone as a whole.
 * `decide` = what a model says about the doubtful pairs; `first` = writes that come before. If another writer was
 * faster, the plan is made again.
 */
export async function consolidate(
  who: Who,
  { trigger, turnId }: Pick<ConsolidationRun, 'trigger' | 'turnId'>,
  decide?: (plan: ConsolidationPlan, rows: readonly StrategyRow[]) => Promise<Decisions>,
  first: () => Batch = () => [],
): Promise<ConsolidationRun> {
  const { db, ownerId, runtime } = who
  const id = runtime.id('run')
  return retryLost(async () => {
    const started = runtime.now()
    const { plan, rows } = await consolidationPlan(who)
    const changes = consolidationChanges(plan, rows, await decide?.(plan, rows))
    const at = runtime.now()
    const { writes } = await learnOps(db, ownerId, changes, {
      ...{ by: 'consolidation', groupId: id, turnId, at },
      newId: () => runtime.id('strategy'),
    })
    const count = (op: string) => changes.filter((change) => change.op === op).length
    const run: ConsolidationRun = {
      ...{ id, trigger, turnId, at, items: plan.items },
      duplicates: count('MERGE'),
      contradictions: plan.opposites.length,
      links: plan.links.length,
      pruned: plan.retired.length,
      ms: at.getTime() - started.getTime(),
    }
    await db.$transaction([...first(), ...writes, ...consolidationOps(db, ownerId, run, plan.trials)])
    return run
  }, limitsOfLearning.tries)
}
