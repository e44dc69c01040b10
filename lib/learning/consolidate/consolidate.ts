import type { Batch, Db } from '@/lib/db/engine/client'
import { type ConsolidationRun, consolidationOps } from '@/lib/db/learning/consolidations'
import { learnOps } from '@/lib/db/learning/learn'
import { playbookOf } from '@/lib/db/learning/log/revision'
import { allStrategies, type StrategyRow } from '@/lib/db/learning/strategies'
import { citedCounts } from '@/lib/db/learning/uses/authors'
import { pacer } from '@/lib/shared/breath'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import type { Runtime } from '@/lib/shared/runtime'
import { closeness, cosineOf } from '../closeness'
import { type StrategyVectors, strategyIndex } from '../strategy-index'
import { consolidationChanges, type Decisions } from './changes'
import type { NearPair } from './near-pairs'
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
  const { vectors } = space ? await strategyIndex(db, ownerId, space) : { vectors: null }
  const alike = vectors ? await meaningPairs(rows, vectors) : []
  return {
    plan: planConsolidation(rows, { cited, now: runtime.now(), alike, canAsk: canAsk ?? false }),
    rows,
  }
}

/**
 * Pairs whose vectors say that they mean nearly the same. In a large playbook, only the strategies changed
 * last are compared with all others; the rest were compared when they changed.
 */
async function meaningPairs(
  rows: readonly StrategyRow[],
  { of, unrelated }: StrategyVectors,
): Promise<NearPair[]> {
  const { askAt, compared } = limitsOfLearning.meaning
  const known = [...rows]
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1))
    .flatMap(({ id }) => {
      const vector = of.get(id)
      return vector?.length ? [{ id, vector }] : []
    })
  const pace = pacer()
  const pairs: NearPair[] = []
  for (const [i, { id: a, vector }] of known.slice(0, compared).entries()) {
    await pace()
    for (const { id: b, vector: other } of known.slice(i + 1)) {
      const similarity = other.length === vector.length ? closeness(cosineOf(vector, other), unrelated) : 0
      if (similarity >= askAt) pairs.push({ a, b, similarity })
    }
  }
  return pairs.sort((x, y) => y.similarity - x.similarity)
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
