'use client'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import { useShell } from '@/components/shell/shell-context'
import { useBudget } from '@/components/shell/use-budget'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import { type BudgetDto, type BudgetState, budgetStates, type DaySpend } from '@/lib/shared/usage/budget'
import { down, HEIGHT, layerPath, valueAxis } from '../charts/chart-maths'
import { amountWords, budgetWords, uncountedWords } from './budget-words'

const SETTINGS = '/settings#budget'

/** This month day by day against each budget that is set, or the way to set one. */
export function BudgetPart() {
  const { hasBudget } = useShell()
  const budget = useBudget()
  if (!hasBudget)
    return (
      <p className="text-ink-soft text-xs">
        <Link href={SETTINGS} prefetch={false} className="underline underline-offset-2 hover:text-ink">
          Set a monthly budget
        </Link>{' '}
        to see this month against it and to be warned in time.
      </p>
    )
  if (!budget)
    return (
      <div role="status" aria-label="Adding up this month" className="flex flex-col gap-3">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-36" />
      </div>
    )
  return budgetStates(budget).map((state) => (
    <BudgetFigure key={state.measure} budget={budget} state={state} />
  ))
}

/** The running sum after each day. */
function sumsOf(days: readonly DaySpend[], { measure }: BudgetState): number[] {
  let sum = 0
  return days.map((day) => {
    sum += measure === 'dollars' ? day.costMicros : day.tokens
    return sum
  })
}

const NAMES = { dollars: 'Monthly budget', tokens: 'Monthly token budget' }
function BudgetFigure({ budget, state }: { budget: BudgetDto; state: BudgetState }) {
  const id = useId()
  const format = useFormat()
  const { limit, level } = state
  const sums = sumsOf(budget.days, state)
  const axis = valueAxis([...sums, limit])
  const later = Array.from({ length: budget.daysInMonth - sums.length }, () => HEIGHT)
  const path = layerPath([...sums.map((sum) => down(axis, sum)), ...later])
  const uncounted = uncountedWords(state, format)
  const dayOf = (index: number) => format.utcDay(new Date(Date.parse(budget.month) + index * 86_400_000))
  const color = level === 'over' ? 'var(--error)' : 'var(--accent)'
  return (
    <figure aria-labelledby={id} className="relative flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-col gap-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <h2 id={id} className="mr-auto font-medium text-base">
            {NAMES[state.measure]}
          </h2>
          <Link
            href={SETTINGS}
            prefetch={false}
            className="text-ink-soft text-xs underline-offset-2 hover:text-ink hover:underline"
          >
            Change the budget
          </Link>
        </span>
        <span
          role="status"
          className={cn(
            'flex items-center gap-1.5',
            level === 'over' ? 'text-error' : level === 'near' ? 'text-ink' : 'text-ink-soft',
          )}
        >
          {level !== 'within' && <TriangleAlert aria-hidden className="size-4 shrink-0" />}
          {budgetWords(state, format)}
        </span>
        {uncounted && <span className="text-ink-faint text-xs">{uncounted}</span>}
      </figcaption>
      <div aria-hidden className="relative h-32 text-ink-faint text-xs tabular">
        <div className="absolute top-4 right-4 bottom-6 left-[38px]">
          <svg
            aria-hidden
            viewBox={`0 0 ${budget.daysInMonth} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
          >
            <path d={path} fill={color} />
          </svg>
          <div className="absolute inset-x-0 bottom-0 border-line-strong border-t" />
          <div
            className="absolute inset-x-0 border-ink-soft border-t border-dashed"
            style={{ bottom: `${axis.up(limit) * 100}%` }}
          >
            <span className="absolute bottom-0.5 left-0 text-ink-soft">
              {amountWords(state, limit, format)}
            </span>
          </div>
          {[0, Math.floor(budget.daysInMonth / 2), budget.daysInMonth - 1].map((day) => (
            <span
              key={day}
              className="-translate-x-1/2 absolute top-full mt-1.5"
              style={{ left: `${((day + 0.5) / budget.daysInMonth) * 100}%` }}
            >
              {day + 1}
            </span>
          ))}
        </div>
      </div>
      <table className="sr-only">
        <caption>{NAMES[state.measure]}, sum after each day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">So far</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the month
            <tr key={i}>
              <th scope="row">{dayOf(i)}</th>
              <td>{amountWords(state, sum, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
