import type { Metadata } from 'next'
import { type ReactElement, Suspense } from 'react'
import { UsagePage, UsageSkeleton } from '@/components/usage/usage-page'
import { CompareView, UsageError, UsageReportView } from '@/components/usage/usage-report'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { usageReport } from '@/lib/services/usage/usage'
import { limits } from '@/lib/shared/limits'
import { periodBounds } from '@/lib/shared/time/period'
import { parseAddress, type UsageAddress } from '@/lib/shared/usage/usage-query'
import { withinMs } from '@/lib/shared/within'
import type { Params } from '../list-page'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Usage' }

export default storagePage(async function Page({ searchParams }: { searchParams: Promise<Params> }) {
  const address = parseAddress(await searchParams)
  const reports = loadReports(await pageSession(), address)
  // A page sent in two parts is also drawn in two, at least 300 ms apart.
  const ready = await withinMs(reports, limits.usage.waitMs)
  return (
    <UsagePage address={address}>
      {ready ?? (
        <Suspense key={JSON.stringify(address)} fallback={<UsageSkeleton sides={address.compare ? 2 : 1} />}>
          {reports}
        </Suspense>
      )}
    </UsagePage>
  )
})

/** The reports of an address; a failure is shown in the place of its report. */
async function loadReports({ db, ownerId, runtime }: Session, address: UsageAddress): Promise<ReactElement> {
  const key = JSON.stringify(address)
  const { period, conversationId, compare } = address
  const bounds = period && periodBounds(period, runtime.now())
  const reportOf = (id: string | null) =>
    resultOf(() => usageReport(db, ownerId, { conversationId: id, period: bounds }), 'the usage page')
  if (compare) {
    const sides = await Promise.all(compare.map(async (id) => ({ id, report: await reportOf(id) })))
    return <CompareView key={key} sides={sides} />
  }
  const [report, calls] = await Promise.all([
    reportOf(conversationId),
    resultOf(
      () => recordedCalls(db, ownerId, { conversationId, period: bounds, before: null }),
      'the usage page',
    ),
  ])
  return report.ok ? (
    <UsageReportView key={key} report={report.value} calls={calls} period={period} />
  ) : (
    <UsageError error={report.error} />
  )
}
