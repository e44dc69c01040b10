'use client'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/components/ui/words/use-format'
import { pointName, spanOf } from '@/components/usage/usage-words'
import { useUsagePlace } from '@/components/usage/use-usage-place'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { Brush, type Span } from './brush'
import { MemoryFigure } from './memory-figure'
import { SavingsFigure } from './savings-figure'
import { SectionsFigure, TokensFigure } from './tokens-figure'

/** The figures of a report; those over turns show the part in the brush's frame. */
export function BrushedFigures({ report }: { report: UsageReport }) {
  const whole = useMemo<Span>(() => ({ start: 0, end: report.points.length - 1 }), [report])
  const [span, setSpan] = useState(whole)
  // The frame follows the pointer immediately; the figures catch up.
  const framed = useDeferredValue(span)
  const { start, end } = framed
  const points = useMemo(() => report.points.slice(start, end + 1), [report, start, end])
  const all = !report.oneConversation
  const brush = report.points.length > 2 && (
    <BrushPart report={report} span={span} whole={whole} onFrame={setSpan} />
  )
  return (
    <>
      <MemoryFigure report={report} points={points} all={all} />
      {report.savings && <SavingsFigure report={report} savings={report.savings} />}
      <TokensFigure report={report} points={points} all={all} brush={brush} />
      <SectionsFigure report={report} points={points} all={all} />
    </>
  )
}

type BrushProps = { report: UsageReport; span: Span; whole: Span; onFrame(span: Span): void }
function BrushPart({ report, span, whole, onFrame }: BrushProps) {
  const format = useFormat()
  const place = useUsagePlace()
  const all = !report.oneConversation
  const heights = useMemo(
    () => report.points.map((point) => point.inputTokens + point.outputTokens),
    [report],
  )
  const first = report.points[span.start]
  const last = report.points[span.end]
  const part = span.start > whole.start || span.end < whole.end
  const shown = spanOf(report.points.slice(span.start, span.end + 1))
  const nameOf = (index: number) => {
    const point = report.points[index]
    return point ? pointName(point, all, format) : ''
  }
  return (
    <div className="flex flex-col gap-2">
      <Brush heights={heights} span={span} onChange={onFrame} nameOf={nameOf} />
      <div className="flex min-h-7 flex-wrap items-center gap-2 text-ink-soft text-xs">
        {report.size > 1 && <span>Each point is {format.plural(report.size, 'turn')}.</span>}
        {part && first && last && shown && (
          <>
            <span className="tabular">All figures show: {pointName(shown, all, format).toLowerCase()}.</span>
            <Button size="sm" look="ghost" onClick={() => onFrame(whole)}>
              Show all turns
            </Button>
            {report.size > 1 && (
              <Button
                size="sm"
                onClick={() => place.zoom(report.conversationId, { from: first.from, to: last.to })}
              >
                Zoom in
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
}
