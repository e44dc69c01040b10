'use client'
import { useMemo } from 'react'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { Region } from '../inspector-frame'
import { endOfAnswer, type Trace, traceOf } from './trace'
import { CELLS, COLUMNS, TraceRowView } from './trace-row'

function whyNone({ imported, status }: InspectedTurn): string {
  if (imported) return 'No timeline: this message was imported, and the file has no step times.'
  if (status === 'running' || status === 'queued') return 'No timeline yet: no call has finished.'
  return 'No timeline: this answer ended before its first call.'
}

type Props = { turn: InspectedTurn; onOpenStep: (stepId: string) => void }

export function TraceRegion({ turn, onOpenStep }: Props) {
  const trace = useMemo(() => traceOf(turn), [turn])
  return (
    <Region title="Trace">
      {trace && !trace.isMeasured && (
        <p className="text-ink-soft">
          This answer of the sample was not written by a model. The order of its calls is real; their times
          are not.
        </p>
      )}
      {trace ? (
        <Timeline trace={trace} onOpenStep={onOpenStep} />
      ) : (
        <p className="text-ink-soft">{whyNone(turn)}</p>
      )}
    </Region>
  )
}

function Timeline({ trace, onOpenStep }: Pick<Props, 'onOpenStep'> & { trace: Trace }) {
  const answered = endOfAnswer(trace)
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <TimeAxis trace={trace} />
        <div className="relative">
          <ol aria-label="Steps" className="py-1">
            {trace.rows.map((row) => (
              <TraceRowView key={row.id} row={row} trace={trace} onOpenStep={onOpenStep} />
            ))}
          </ol>
          {answered !== null && (
            <div
              aria-hidden
              className={cn(COLUMNS, 'pointer-events-none absolute inset-0 items-stretch px-3')}
            >
              <span className="@3xl:block hidden" />
              <span className={cn(CELLS.bar, 'relative')}>
                <span
                  className="absolute inset-y-0 border-line-strong border-l border-dotted"
                  style={{ left: `${(100 * answered) / trace.total}%` }}
                />
              </span>
            </div>
          )}
        </div>
      </div>
      <p className="max-w-[72ch] text-ink-faint text-xs">
        An answer’s time runs from its start to its end, which a dotted line marks if calls follow it. A call
        includes the tools it started, and a tool includes its search; tools that ran side by side overlap. A
        bar is pale until the first token, solid while the model writes, and a line while its tools run.
        Tokens are those the provider reported; “≈” marks estimates by Mneme.
      </p>
    </>
  )
}

const MOST_TICKS = 5

/** Round times from 0, at most five of them. */
function ticksOf(total: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, total)))
  const by = [size / 10, size / 5, size / 2, size, size * 2].find((step) => total / step < MOST_TICKS) ?? size
  return Array.from({ length: Math.floor(total / by) + 1 }, (_, i) => i * by)
}

function TimeAxis({ trace: { total, cuts, isMeasured } }: { trace: Trace }) {
  const format = useFormat()
  const left = (at: number) => ({ left: `${(100 * at) / Math.max(1, total)}%` })
  return (
    <div aria-hidden className={cn(COLUMNS, 'border-line border-b px-3 py-1 text-ink-faint text-xs')}>
      <span>Step</span>
      <span className={cn(CELLS.bar, 'relative h-4 @max-3xl:border-line @max-3xl:border-t')}>
        {(isMeasured ? ticksOf(total) : []).map((at) => (
          <span key={at} className="absolute whitespace-nowrap tabular" style={left(at)}>
            {format.duration(at)}
          </span>
        ))}
        {cuts.map(({ at, ms }) => (
          <span
            key={at}
            title={`${format.duration(ms)} with nothing running, not shown`}
            className="absolute inset-y-0 border-line-strong border-l border-dashed"
            style={left(at)}
          />
        ))}
      </span>
      <span className={cn(CELLS.time, 'text-right')}>Time</span>
      <span className={cn(CELLS.tokens, 'text-right')}>Tokens in → out</span>
      <span className={cn(CELLS.cost, 'text-right')}>Cost</span>
    </div>
  )
}
