import type { UsageQuery } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { usageReport } from '@/lib/services/usage'
import { pageSession } from '../loaders'
import { resultOf } from '../result'

/** A report and its first calls; a failure is shown in its place. */
export async function loadReport(query: UsageQuery) {
  const { db, ownerId } = await pageSession()
  const { conversationId } = query
  const [report, calls] = await Promise.all([
    resultOf(() => usageReport(db, ownerId, query), 'the usage page'),
    resultOf(() => recordedCalls(db, ownerId, { conversationId, before: null }), 'the usage page'),
  ])
  return { report, calls }
}
