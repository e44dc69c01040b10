'use client'
import { ChartNoAxesCombined } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { UNTITLED } from '@/lib/shared/untitled'
import type { CallPage, UsageReport } from '@/lib/shared/usage/usage'
import { totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'
import { SavingsBars } from './bars/savings-bars'
import { MemoryChart } from './charts/memory-chart'
import { CostTable } from './details/cost-table'
import { UsageDetails } from './details/usage-details'
import { BudgetLine, Headline } from './headline/headline'

/** A chart of fewer messages says no more than the headline. */
const FEWEST = 5

type Props = { report: UsageReport; calls: Result<CallPage>; period: UsagePeriod | null }
export const UsageReportView = ({ report, calls, period }: Props) =>
  report.phases.length === 0 ? (
    <NothingRecorded report={report} />
  ) : (
    <div className="flex flex-col gap-10">
      <Headline report={report} />
      {report.conversationId === null && <BudgetLine />}
      {report.points.length >= FEWEST && <MemoryChart report={report} />}
      {report.savings && <SavingsBars savings={report.savings} />}
      <UsageDetails report={report} calls={calls} period={period} />
    </div>
  )

export function CompareView({ sides }: { sides: { id: string; report: Result<UsageReport> }[] }) {
  const tokens = sides.flatMap(({ report }) => {
    const totals = report.ok ? totalsOf(report.value.points) : null
    return totals ? [totals.plainChat, withMemory(totals)] : []
  })
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-14 md:grid-cols-2 md:grid-rows-[repeat(3,auto)] md:gap-y-10">
      {sides.map(({ id, report }) =>
        report.ok ? (
          <Side key={id} report={report.value} max={Math.max(0, ...tokens)} />
        ) : (
          <UsageError key={id} error={report.error} />
        ),
      )}
    </div>
  )
}

function Side({ report, max }: { report: UsageReport; max: number }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-10 md:row-span-3 md:grid md:grid-rows-subgrid md:content-start"
    >
      <div className="flex flex-col gap-4">
        <h2 id={id} className="truncate border-line border-b pb-2 font-medium text-base">
          {report.title || UNTITLED}
        </h2>
        {report.phases.length > 0 ? <Headline report={report} /> : <NothingRecorded report={report} />}
      </div>
      {report.points.length > 0 && <MemoryChart report={report} max={max} />}
      {report.phases.length > 0 && <CostTable report={report} />}
    </section>
  )
}

export const UsageError = ({ error }: { error: Failure }) => (
  <ErrorNote error={error} className="self-start">
    <Link href="/usage" className={buttonClass({ size: 'sm' })}>
      All conversations
    </Link>
  </ErrorNote>
)

function NothingRecorded({ report: { conversationId, period, builtIn } }: { report: UsageReport }) {
  const isEngine = builtIn > 0
  const link = period
    ? ([conversationId ? `/usage?conversation=${conversationId}` : '/usage', 'Show all time'] as const)
    : isEngine
      ? (['/settings', 'Connect a model'] as const)
      : conversationId
        ? ([`/c/${conversationId}`, 'Open the conversation'] as const)
        : (['/', 'Start a conversation'] as const)
  return (
    <EmptyState
      icon={<ChartNoAxesCombined />}
      title={
        !period
          ? 'Nothing to count yet'
          : isEngine
            ? 'Nothing to count in this period'
            : 'No messages were sent in this period'
      }
      link={link}
    >
      {isEngine
        ? 'The built-in engine answered, which costs nothing.'
        : period
          ? 'A message counts on the day it was sent.'
          : 'What memory saves is shown here.'}
    </EmptyState>
  )
}
