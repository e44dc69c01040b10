'use client'
import type { Result } from '@/lib/shared/errors'
import { type BudgetDto, budgetStates } from '@/lib/shared/usage/budget'
import { useLoaded } from '../ui/hooks/use-loaded'
import { timeZoneHere } from '../ui/words/use-time-zone'
import { server } from './actions'
import { useChangesOf, useShell } from './shell-context'

const AFFECTING = new Set(['turn', 'setting'])

/** This month in the reader's time zone; null without a budget, and until loaded. */
export function useBudget(): BudgetDto | null {
  const { hasBudget } = useShell()
  const { value: budget, reload } = useLoaded(
    String(hasBudget),
    async (): Promise<Result<BudgetDto | null>> =>
      hasBudget ? server.loadBudget({ zone: timeZoneHere() }) : { ok: true, value: null },
  )
  useChangesOf(AFFECTING, reload)
  return budget
}

export const useOverBudget = (): boolean => {
  const budget = useBudget()
  return budget !== null && budgetStates(budget).some(({ level }) => level === 'over')
}
