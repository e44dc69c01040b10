'use client'
import type { Result } from '@/lib/shared/errors'
import type { CallPage, UsageReport } from '@/lib/shared/usage/usage'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { SavingsBars } from './bars/savings-bars'
import { MemoryChart } from './charts/memory-chart'
import { UsageDetails } from './details/usage-details'
import { BudgetLine } from './headline/budget-line'
import { Headline } from './headline/headline'
import { NothingRecorded } from './usage-empty'

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
