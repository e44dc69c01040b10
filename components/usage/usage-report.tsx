'use client'
import { useMemo, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { CallPage, UsageReport } from '@/lib/shared/usage'
import { Button } from '../ui/button'
import { useFormat } from '../ui/use-format'
import { Brush, type Span } from './brush'
import { CallsTable } from './calls-table'
import { Headline } from './headline'
import { LedgerTables } from './ledger-tables'
import { MemoryFigure } from './memory-figure'
import { SectionsFigure, TokensFigure } from './tokens-figure'
import { UsageEmpty } from './usage-empty'
import { pointName } from './usage-words'
import { useUsagePlace } from './use-usage-place'

/** One conversation, or all: the sentence, the curves, the bars with a brush, the sections, the sums, the calls. */
export function UsageReportView({ report, calls }: { report: UsageReport; calls: Result<CallPage> }) {
  const format = useFormat()
  const place = useUsagePlace()
  const whole: Span = { start: 0, end: report.points.length - 1 }
  const [span, setSpan] = useState(whole)
  const points = useMemo(() => report.points.slice(span.start, span.end + 1), [report, span])
  const all = report.conversationId === null
  if (report.phases.length === 0) return <UsageEmpty all={all} conversationId={report.conversationId} />
  const heights = report.points.map((point) => point.inputTokens + point.outputTokens)
  const first = points[0]
  const last = points.at(-1)
  const part = span.start > 0 || span.end < whole.end
  const brush = report.points.length > 2 && (
    <div className="flex flex-col gap-2">
      <Brush
        heights={heights}
        span={span}
        onChange={setSpan}
        nameOf={(index) => {
          const point = report.points[index]
          return point ? pointName(point, all, format) : ''
        }}
      />
      <div className="flex min-h-7 flex-wrap items-center gap-2 text-ink-soft text-xs">
        {report.size > 1 && <span>Each point is {format.plural(report.size, 'turn')}.</span>}
        {part && first && last && (
          <>
            <span className="tabular">Shown in every figure: {pointName({ ...first, to: last.to, kind: 'turns' }, all, format).toLowerCase()}.</span>
            <Button size="sm" look="ghost" onClick={() => setSpan(whole)}>
              Show the whole
            </Button>
            {report.size > 1 && (
              <Button size="sm" onClick={() => place.zoom(report.conversationId, { from: first.from, to: last.to })}>
                Look closer
              </Button>
            )}
          </>
        )}
        {report.range && (
          <Button size="sm" onClick={() => place.zoom(report.conversationId, null)}>
            Back to all turns
          </Button>
        )}
      </div>
    </div>
  )
  return (
    <div className="flex flex-col gap-12">
      <Headline report={report} />
      <MemoryFigure report={report} points={points} all={all} />
      <TokensFigure report={report} points={points} all={all} brush={brush} />
      <SectionsFigure report={report} points={points} all={all} />
      <LedgerTables report={report} />
      <CallsTable conversationId={report.conversationId} first={calls} />
    </div>
  )
}
