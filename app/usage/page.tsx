import type { Metadata } from 'next'
import { type ReactElement, Suspense } from 'react'
import { UsagePage, UsageSkeleton } from '@/components/usage/usage-page'
import { CompareView, UsageError, UsageReportView } from '@/components/usage/usage-report'
import { limits } from '@/lib/shared/limits'
import { parseAddress, type UsageAddress } from '@/lib/shared/usage/usage-query'
import { within } from '@/lib/shared/within'
import { pageSession } from '../loaders'
import { storagePage } from '../unavailable'
import { loadReport } from './load'

export const metadata: Metadata = { title: 'Usage' }

export default storagePage(async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const address = parseAddress(await searchParams)
  await pageSession()
  const reports = loadReports(address)
  // A page sent in two parts is also drawn in two, at least 300 ms apart.
  const ready = await within(reports, limits.usage.waitMs)
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

async function loadReports(address: UsageAddress): Promise<ReactElement> {
  const key = JSON.stringify(address)
  const { period } = address
  if (address.compare) {
    const sides = await Promise.all(
      address.compare.map(async (id) => ({
        id,
        report: (await loadReport({ conversationId: id, period })).report,
      })),
    )
    return <CompareView key={key} sides={sides} />
  }
  const { report, calls } = await loadReport(address)
  return report.ok ? (
    <UsageReportView key={key} report={report.value} calls={calls} period={period} />
  ) : (
    <UsageError error={report.error} />
  )
}
