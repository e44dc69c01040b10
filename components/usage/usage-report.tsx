'use client'
import type { Result } from '@/lib/shared/errors'
import type { CallPage, UsageReport } from '@/lib/shared/usage/usage'
import type { UsagePeriod } from '@/lib/shared/usage/usage-query'
import { CallsTable } from './calls-table'
import { BrushedFigures } from './charts/brushed-figures'
import { CostTable } from './cost-table'
import { BudgetPart } from './headline/budget-figure'
import { Headline } from './headline/headline'
import { PeriodEmpty, UsageEmpty } from './usage-empty'
import { WindowsTable } from './windows-table'

type Props = { report: UsageReport; calls: Result<CallPage>; period: UsagePeriod | null }
/** The report of one or all conversations: headline, figures, sums, single calls. */
export const UsageReportView = ({ report, calls, period }: Props) =>
  report.phases.length === 0 ? (
    report.period ? (
      <PeriodEmpty conversationId={report.conversationId} />
    ) : (
      <UsageEmpty all={report.conversationId === null} conversationId={report.conversationId} />
    )
  ) : (
    <div className="flex flex-col gap-12">
      <Headline report={report} />
      {report.conversationId === null && <BudgetPart />}
      {report.points.length > 0 && <BrushedFigures report={report} />}
      <CostTable report={report} />
      <WindowsTable report={report} />
      <CallsTable conversationId={report.conversationId} period={period} first={calls} />
    </div>
  )
