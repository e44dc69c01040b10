import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { usageReport } from '@/lib/services/usage/usage'
import { periodBounds } from '@/lib/shared/time/period'
import type { UsageAddress } from '@/lib/shared/usage/usage-query'
import { pageSession } from '../loaders'
import { resultOf } from '../result'

type Place = Pick<UsageAddress, 'conversationId' | 'period'>
/** A report and its first calls; a failure is shown in its place. */
export async function loadReport({ conversationId, period }: Place) {
  const { db, ownerId, runtime } = await pageSession()
  const query = { conversationId, period: period && periodBounds(period, runtime.now()) }
  const [report, calls] = await Promise.all([
    resultOf(() => usageReport(db, ownerId, query), 'the usage page'),
    resultOf(() => recordedCalls(db, ownerId, { ...query, before: null }), 'the usage page'),
  ])
  return { report, calls }
}
