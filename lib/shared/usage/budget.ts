import { z } from 'zod'
import { timeZoneSchema } from '../schemas'

/** What one day took: every call started on it, of deleted conversations too. */
export type DaySpend = { costMicros: number; tokens: number; unpricedCalls: number }
/** What a budget counts: dollars in millionths, or tokens. */
export type BudgetUnit = 'dollars' | 'tokens'
/** The month so far, and what a person wants to spend in it; null = no such budget. */
export type BudgetDto = {
  /** Days from the first of the month to today. */
  days: DaySpend[]
  limits: Record<BudgetUnit, number | null>
}
export const budgetQuerySchema = z.strictObject({ zone: timeZoneSchema })

/** From this share on, a budget is nearly used up. */
export const NEAR = 0.8
export type BudgetState = {
  measure: BudgetUnit
  limit: number
  spent: number
  unpricedCalls: number
  level: 'within' | 'near' | 'over'
}

/** How much of each budget is used. */
export function budgetStates({ days, limits }: BudgetDto): BudgetState[] {
  const sum = (of: (day: DaySpend) => number) => days.reduce((total, day) => total + of(day), 0)
  const unpricedCalls = sum((day) => day.unpricedCalls)
  const spent: Record<BudgetUnit, number> = {
    dollars: sum((day) => day.costMicros),
    tokens: sum((day) => day.tokens),
  }
  return (['dollars', 'tokens'] as const).flatMap((measure) => {
    const limit = limits[measure]
    if (limit === null) return []
    const share = spent[measure] / limit
    const level = share > 1 ? 'over' : share >= NEAR ? 'near' : 'within'
    return [{ measure, limit, spent: spent[measure], unpricedCalls, level }]
  })
}
