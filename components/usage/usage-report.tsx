'use client'
import { useId } from 'react'
import type { Result } from '@/lib/shared/errors'
import { UNTITLED } from '@/lib/shared/untitled'
import type { CallPage, UsageReport } from '@/lib/shared/usage/usage'
import { totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { SavingsBars } from './bars/savings-bars'
import { MemoryChart } from './charts/memory-chart'
import { CostTable } from './details/cost-table'
import { UsageDetails } from './details/usage-details'
import { BudgetLine } from './headline/budget-line'
import { Headline } from './headline/headline'
import { NothingRecorded, UsageError } from './usage-empty'

/** A chart of fewer messages says no more than the headline. */
const FEWEST = 5

type Props = { report: UsageReport; calls: Result<CallPage>; period: UsagePeriod | null }
/** The report of one or all conversations: the result, the chart, the conversations, and the rest on demand. */
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
