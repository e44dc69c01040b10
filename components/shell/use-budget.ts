'use client'
import { useEffect, useState } from 'react'
import { type BudgetDto, budgetStates } from '@/lib/shared/usage/budget'
import { loadBudget } from './actions'
import { useChanges, useShell } from './shell-context'

/**
 * This month against the budget, in the reader's time zone; null without a budget, and until it is loaded.
 */
export function useBudget(): BudgetDto | null {
  const { hasBudget } = useShell()
  const [budget, setBudget] = useState<BudgetDto | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads again
  useEffect(() => {
    if (!hasBudget) return setBudget(null)
    let current = true
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    void loadBudget({ zone: timeZone }).then((result) => {
      if (current && result.ok) setBudget(result.value)
    })
    return () => {
      current = false
    }
  }, [hasBudget, round])
  useChanges((changes) => {
    if (changes.some(({ kind }) => kind === 'turn' || kind === 'setting')) setRound((count) => count + 1)
  })
  return budget
}

/** A budget is used up. */
export const useOverBudget = (): boolean => {
  const budget = useBudget()
  return budget !== null && budgetStates(budget).some(({ level }) => level === 'over')
}
