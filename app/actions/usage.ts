'use server'

import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { monthlyBudget } from '@/lib/services/usage/usage'
import { periodBounds } from '@/lib/shared/time/period'
import { budgetQuerySchema } from '@/lib/shared/usage/budget'
import { callsQuerySchema } from '@/lib/shared/usage/usage-query'
import { action } from './action'

/** Recorded calls, newest turns first. */
export const loadCalls = action(callsQuerySchema, ({ db, ownerId, runtime }, { period, ...query }) =>
  recordedCalls(db, ownerId, { ...query, period: period && periodBounds(period, runtime.now()) }),
)

/** This month against the monthly budget. */
export const loadBudget = action(budgetQuerySchema, (person, { zone }) => monthlyBudget(person, zone))
