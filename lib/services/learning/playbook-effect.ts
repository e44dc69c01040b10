import { type DepthTurns, measuredTurns } from '@/lib/db/learning/uses/effect'
import type { EffectSide, StrategyEffect } from '@/lib/shared/learning/playbook'
import { limitsOfPlaybook as limits } from '@/lib/shared/limits/playbook'
import { shownStrategies, type Who } from './playbook'

const sum = (rows: readonly DepthTurns[], key: 'turns' | 'judged' | 'succeeded' | 'tokens') =>
  rows.reduce((total, row) => total + row[key], 0)

/**
 * One side of the comparison. Each depth counts as much as it does among the turns that cited the strategy
 * (`weights`), so that a strategy for hard turns is not compared with easy ones.
 */
export function sideOf(rows: readonly DepthTurns[], weights: readonly DepthTurns[]): EffectSide {
  const depths = new Map(weights.map((row) => [row.depth, row]))
  const similar = rows.filter(({ depth }) => depths.has(depth))
  const [turns, judged] = [sum(similar, 'turns'), sum(similar, 'judged')]
  const mean = (part: 'succeeded' | 'tokens', of: 'judged' | 'turns') => {
    const known = similar.filter((row) => row[of] > 0 && (depths.get(row.depth)?.[of] ?? 0) > 0)
    const weight = known.reduce((total, { depth }) => total + (depths.get(depth)?.[of] ?? 0), 0)
    const weighted = known.reduce(
      (total, row) => total + (row[part] / row[of]) * (depths.get(row.depth)?.[of] ?? 0),
      0,
    )
    return weight ? weighted / weight : null
  }
  return {
    ...{ turns, judged },
    rate: judged < limits.effectTurns ? null : mean('succeeded', 'judged'),
    tokens: turns < limits.effectTurns ? null : mean('tokens', 'turns'),
  }
}

/** Success and tokens of the turns that cited a strategy, and of turns of the same depths that did not. */
export async function strategyEffect(who: Who, { id }: { id: string }): Promise<StrategyEffect> {
  await shownStrategies(who, [id])
  const { cited, others } = await measuredTurns(who.db, who.ownerId, id)
  return { used: sideOf(cited, cited), others: sideOf(others, cited) }
}
