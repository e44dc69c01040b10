'use server'

import type { z } from 'zod'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { usageReport } from '@/lib/services/usage'
import type { Result } from '@/lib/shared/errors'
import type { CallPage, UsageReport } from '@/lib/shared/usage'
import { callsQuerySchema, usageQuerySchema } from '@/lib/shared/usage-query'
import { act } from './act'

/** The usage of one or all conversations, turn by turn. */
export async function loadUsage(input: z.input<typeof usageQuerySchema>): Promise<Result<UsageReport>> {
  return act(usageQuerySchema, input, ({ db, ownerId }, query) => usageReport(db, ownerId, query))
}

/** Recorded calls, newest turns first. */
export async function loadCalls(input: z.input<typeof callsQuerySchema>): Promise<Result<CallPage>> {
  return act(callsQuerySchema, input, ({ db, ownerId }, query) => recordedCalls(db, ownerId, query))
}
