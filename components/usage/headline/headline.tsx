'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useShell } from '@/components/shell/shell-context'
import { useBudget } from '@/components/shell/use-budget'
import { cn } from '@/components/ui/cn'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { UNTITLED } from '@/lib/shared/untitled'
import { type BudgetState, budgetStates } from '@/lib/shared/usage/budget'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { builtInWords, costLine, headline, savingWords } from './headline-words'

export function Headline({ report }: { report: UsageReport }) {
  const format = useFormat()
  const { proof } = report
  return (
    <header className="flex flex-col gap-3">
      <p className="max-w-[44ch] text-balance font-medium text-xl">{headline(report, format)}</p>
      <p className="max-w-[72ch] text-ink-soft empty:hidden">{builtInWords(report)}</p>
      <p className="max-w-[72ch] text-ink-soft empty:hidden">{costLine(report, format)}</p>
      {proof && (
        <p className="max-w-[72ch] text-ink-soft">
          For example,{' '}
          <Link
            href={`/c/${proof.turn.conversationId}/turns/${proof.turn.id}`}
            prefetch={false}
            className="text-ink underline underline-offset-2 hover:text-accent"
          >
            message {format.number(proof.turn.number)} of “{proof.title || UNTITLED}”
          </Link>{' '}
          {savingWords(proof, format)}
        </p>
      )}
    </header>
  )
}

/** An amount of a budget: "$4.20", "1.2M tokens". */
const amountWords = ({ measure }: Pick<BudgetState, 'measure'>, value: number, format: Format) =>
  measure === 'dollars' ? format.money(value) : `${format.tokens(value)} tokens`

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

export function BudgetLine() {
  const { hasBudget } = useShell()
  const budget = useBudget()
  const format = useFormat()
  if (!hasBudget) return null
  return (
    <ul aria-label="Budgets" className="flex min-h-9 flex-col gap-3">
      {budget &&
        budgetStates(budget).map((state) => {
          const { measure, level, spent, limit } = state
          const uncounted = uncountedWords(state, format)
          return (
            <li key={measure} className="flex flex-col gap-1.5">
              <span
                role="status"
                className={cn(
                  'flex flex-wrap items-center gap-1.5',
                  level === 'over' ? 'text-error' : level === 'near' ? 'text-ink' : 'text-ink-soft',
                )}
              >
                {level !== 'within' && <TriangleAlert aria-hidden className="size-4 shrink-0" />}
                {budgetWords(state, format)}
                <Link href="/settings#budget" prefetch={false} className="text-ink-soft underline">
                  Change
                </Link>
              </span>
              <span aria-hidden className="block h-1.5 max-w-md overflow-hidden rounded-sm bg-sunken">
                <span
                  className={cn('block h-full', level === 'over' ? 'bg-error' : 'bg-accent')}
                  style={{ width: `${Math.min(1, spent / limit) * 100}%` }}
                />
              </span>
              {uncounted && <span className="text-ink-faint text-xs">{uncounted}</span>}
            </li>
          )
        })}
    </ul>
  )
}
