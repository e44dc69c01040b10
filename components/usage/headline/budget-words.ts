import type { Format } from '@/components/ui/words/use-format'
import type { BudgetState } from '@/lib/shared/usage/budget'

/** An amount of a budget: "$4.20", "1.2M tokens". */
const amountWords = ({ measure }: Pick<BudgetState, 'measure'>, value: number, format: Format) =>
  measure === 'dollars' ? format.money(value) : `${format.tokens(value)} tokens`

/** How much of a budget is used, with a warning when it is nearly or fully used. */
export function budgetWords(state: BudgetState, format: Format): string {
  const { limit, spent, level } = state
  const [used, whole] = [amountWords(state, spent, format), amountWords(state, limit, format)]
  if (level === 'over')
    return `Over budget: ${used} this month, ${amountWords(state, spent - limit, format)} more than your ${whole}.`
  const share = format.percent(Math.floor((spent / limit) * 100) / 100)
  return level === 'near'
    ? `Close to your budget: ${used} of ${whole} this month (${share}).`
    : `${used} of ${whole} this month (${share}).`
}

/** What a budget in dollars cannot count; '' = nothing. */
export const uncountedWords = ({ measure, unpricedCalls }: BudgetState, format: Format): string =>
  measure === 'dollars' && unpricedCalls > 0
    ? `Not counted: ${format.plural(unpricedCalls, 'call')} without a known price. Add prices in Settings, or set a token budget.`
    : ''
