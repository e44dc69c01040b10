'use client'
import type { Result } from '@/lib/shared/errors'
import type { CallPage, UsageReport } from '@/lib/shared/usage'
import { CallsTable } from './calls-table'
import { BrushedFigures } from './charts/brushed-figures'
import { Headline } from './headline'
import { LedgerTables } from './ledger-tables'
import { UsageEmpty } from './usage-empty'
import { WindowsTable } from './windows-table'

/** The report of one or all conversations: headline, figures, sums, single calls. */
export const UsageReportView = ({ report, calls }: { report: UsageReport; calls: Result<CallPage> }) =>
  report.phases.length === 0 ? (
    <UsageEmpty all={report.conversationId === null} conversationId={report.conversationId} />
  ) : (
    <div className="flex flex-col gap-12">
      <Headline report={report} />
      {report.points.length > 0 && <BrushedFigures report={report} />}
      <LedgerTables report={report} />
      <WindowsTable windows={report.windows} />
      <CallsTable conversationId={report.conversationId} first={calls} />
    </div>
  )
