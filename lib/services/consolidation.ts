import { consolidate, consolidationPlan } from '@/lib/learning/consolidate/consolidate'
import type { ConsolidatedDto, ConsolidationDto } from '@/lib/shared/consolidation'
import { pick } from '@/lib/shared/pick'
import type { Caller } from './caller'

type Who = Pick<Caller, 'db' | 'ownerId' | 'runtime'>

/** What a consolidation would do now; nothing is written. */
export async function planConsolidation(who: Who): Promise<ConsolidationDto> {
  const { plan, rows } = await consolidationPlan(who)
  const byId = new Map(rows.map((row) => [row.id, pick(row, 'slug title')]))
  const named = (...ids: string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  return {
    items: plan.items,
    merges: plan.merges.flatMap((one) => {
      const [into, from] = named(one.into, one.from)
      return into && from ? [{ into, from }] : []
    }),
    opposites: plan.opposites.map(({ a, b }) => named(a, b)),
    retired: named(...plan.retired),
    trials: named(...plan.trials),
    links: plan.links.length + plan.unclear.length,
  }
}

/** Consolidates now, on the person's word. */
export async function runConsolidation(who: Who): Promise<ConsolidatedDto> {
  const { id: groupId, ...run } = await consolidate(who)
  return {
    groupId,
    merged: run.duplicates,
    flagged: run.contradictions,
    linked: run.links,
    retired: run.pruned,
  }
}
