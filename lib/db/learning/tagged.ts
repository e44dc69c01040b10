import type { StrategyState, StrategyTag } from '@/lib/shared/learning/strategies'
import { limitsOfLearning } from '@/lib/shared/limits/learning'

/**
 * A strategy after one of its uses got another tag. It is quarantined when harm prevails; a pinned one never
 * is. A quarantined one on trial is retired by harm and active again by help (seed 003's pruning, with one
 * chance).
 */
export function tagged(
  state: StrategyState,
  from: StrategyTag | null,
  to: StrategyTag | null,
  trial: boolean,
): StrategyState {
  const next = { ...state }
  if (from) next[from] = Math.max(0, next[from] - 1)
  if (to) next[to] += 1
  if (state.status === 'quarantined' && trial && to === 'harmful') return { ...next, status: 'retired' }
  if (state.status === 'quarantined' && trial && to === 'helpful') return { ...next, status: 'active' }
  const isHarmful = next.harmful >= limitsOfLearning.quarantineAt && next.harmful > next.helpful
  if (state.status === 'active' && isHarmful && !state.pinned) return { ...next, status: 'quarantined' }
  return next
}
