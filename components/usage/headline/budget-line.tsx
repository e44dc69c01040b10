'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useShell } from '@/components/shell/shell-context'
import { useBudget } from '@/components/shell/use-budget'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import { budgetStates } from '@/lib/shared/usage/budget'
import { budgetWords, uncountedWords } from './budget-words'

/** This month against each budget that is set. */
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
