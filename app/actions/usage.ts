'use server'

import type { z } from 'zod'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { monthlyBudget } from '@/lib/services/usage/usage'
import { periodBounds } from '@/lib/shared/time/period'
import { budgetQuerySchema } from '@/lib/shared/usage/budget'
import { callsQuerySchema } from '@/lib/shared/usage/usage-query'
import { runAction } from './run-action'

/** Recorded calls, newest turns first. */
export async function loadCalls(input: z.input<typeof callsQuerySchema>) {
  return runAction(callsQuerySchema, input, ({ db, ownerId, runtime }, { period, ...query }) =>
    recordedCalls(db, ownerId, { ...query, period: period && periodBounds(period, runtime.now()) }),
  )
}

/** This month against the monthly budget. */
export async function loadBudget(input: z.input<typeof budgetQuerySchema>) {
  return runAction(budgetQuerySchema, input, (person, { zone }) => monthlyBudget(person, zone))
}
