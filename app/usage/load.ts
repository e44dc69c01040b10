import type { UsageQuery } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { logger } from '@/lib/services/log'
import { usageReport } from '@/lib/services/usage'
import { MnemeError, type Result, toFailure } from '@/lib/shared/errors'
import type { CallPage, UsageReport } from '@/lib/shared/usage'
import { pageSession } from '../loaders'

async function shown<T>(run: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await run }
  } catch (error) {
    if (!(error instanceof MnemeError))
      logger().error({ error: String((error as Error)?.stack ?? error) }, 'the usage page failed')
    return { ok: false, error: toFailure(error) }
  }
}

/** A report and its first calls; a failure is shown in its place. */
export async function loadReport(
  query: UsageQuery,
): Promise<{ report: Result<UsageReport>; calls: Result<CallPage> }> {
  const { db, ownerId } = await pageSession()
  const [report, calls] = await Promise.all([
    shown(usageReport(db, ownerId, query)),
    shown(recordedCalls(db, ownerId, { conversationId: query.conversationId, before: null })),
  ])
  return { report, calls }
}
