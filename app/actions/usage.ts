'use server'

import type { z } from 'zod'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { callsQuerySchema } from '@/lib/shared/usage-query'
import { act } from './act'

/** Recorded calls, newest turns first. */
export async function loadCalls(input: z.input<typeof callsQuerySchema>) {
  return act(callsQuerySchema, input, ({ db, ownerId }, query) => recordedCalls(db, ownerId, query))
}
