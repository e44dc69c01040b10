'use client'
import { useMemo } from 'react'
import { cn } from '@/components/ui/cn'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { CELLS, COLUMNS } from './columns'
import { TimeAxis } from './time-axis'
import { endOfAnswer, type Trace, traceOf } from './trace'
import { TraceRowView } from './trace-row'

function whyNone({ imported, status }: InspectedTurn): string {
  if (imported) return 'No timeline: this message was imported, and the file has no step times.'
  if (status === 'running' || status === 'queued') return 'No timeline yet: no call has finished.'
  return 'No timeline: this answer ended before its first call.'
}

type Props = { turn: InspectedTurn; onOpenStep: (stepId: string) => void }

/** The steps of the turn on a time axis. Each call leads to its prompt. */
export function TraceRegion({ turn, onOpenStep }: Props) {
  const trace = useMemo(() => traceOf(turn), [turn])
  return (
    <section aria-labelledby="trace" className="flex min-w-0 flex-col gap-3">
      <h2 id="trace" className="font-medium text-base">
        Trace
      </h2>
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
    </section>
  )
}

function Timeline({ trace, onOpenStep }: Pick<Props, 'onOpenStep'> & { trace: Trace }) {
  const { rows, total, isMeasured } = trace
  const answered = endOfAnswer(trace)
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <TimeAxis trace={trace} />
        <div className="relative">
          <ol aria-label="Steps" className="py-1">
            {rows.map((row) => (
              <TraceRowView
                key={row.id}
                row={row}
                total={total}
                isMeasured={isMeasured}
                onOpenStep={onOpenStep}
              />
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
                  style={{ left: `${(100 * answered) / total}%` }}
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
