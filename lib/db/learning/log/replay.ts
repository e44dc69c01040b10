import type { Delta } from '@/lib/db/generated/sqlite/client'
import type { StrategyState } from '@/lib/shared/learning/strategies'
import { canonical, type Patch } from './state'

/** The strategies that deltas rebuild, by id. Deltas come in the order of their numbers. */
export function replay(deltas: readonly Pick<Delta, 'op' | 'strategyId' | 'before' | 'after'>[]) {
  const states = new Map<string, StrategyState>()
  for (const { op, strategyId: id, after } of deltas) {
    if (op === 'FORGET') continue
    const { tag: _, merged: __, ...patch } = (after ?? {}) as Patch
    if (after === null) states.delete(id)
    else states.set(id, { ...states.get(id), ...patch } as StrategyState)
  }
  return new Map([...states].map(([id, state]) => [id, canonical(state)]))
}

/** The strategies whose counters are part of another one's, by that one. */
export function mergedNow(deltas: readonly Pick<Delta, 'strategyId' | 'before' | 'after'>[]) {
  const into = new Map<string, Set<string>>()
  for (const { strategyId, before, after } of deltas) {
    const [out, added] = [(before as Patch | null)?.merged, (after as Patch | null)?.merged]
    const of = into.get(strategyId) ?? new Set()
    if (out) of.delete(out)
    if (added) into.set(strategyId, of.add(added))
  }
  return into
}
