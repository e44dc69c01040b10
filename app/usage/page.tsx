import type { Metadata } from 'next'
import { Suspense } from 'react'
import { CompareView } from '@/components/usage/compare-view'
import { UsageError } from '@/components/usage/usage-empty'
import { UsagePage } from '@/components/usage/usage-page'
import { UsageReportView } from '@/components/usage/usage-report'
import { UsageSkeleton } from '@/components/usage/usage-skeleton'
import { parseAddress, type UsageAddress } from '@/lib/shared/usage-query'
import { pageSession } from '../loaders'
import { loadReport } from './load'

export const metadata: Metadata = { title: 'Usage' }

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const address = parseAddress(await searchParams)
  await pageSession()
  return (
    <UsagePage address={address}>
      <Suspense key={JSON.stringify(address)} fallback={<UsageSkeleton sides={address.compare ? 2 : 1} />}>
        <Reports address={address} />
      </Suspense>
    </UsagePage>
  )
}

async function Reports({ address }: { address: UsageAddress }) {
  if (address.compare) {
    const sides = await Promise.all(address.compare.map(async (id) => ({ id, report: (await loadReport({ conversationId: id, range: null })).report })))
    return <CompareView sides={sides} />
  }
  const { report, calls } = await loadReport({ conversationId: address.conversationId, range: address.range })
  return report.ok ? <UsageReportView report={report.value} calls={calls} /> : <UsageError error={report.error} />
}
