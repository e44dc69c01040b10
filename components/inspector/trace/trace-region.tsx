'use client'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { PlayButton, PlayheadSlider } from '@/components/ui/play-controls'
import { useFormat } from '@/components/ui/words/use-format'
import type { InspectedTurn } from '@/lib/shared/turn/inspector'
import { COLUMNS } from './columns'
import { momentsOf, momentWords, nextMoment, type Shown, shownAt } from './moment'
import { TimeAxis } from './time-axis'
import { type Trace, type TraceRow, traceOf } from './trace'
import { TraceTree } from './trace-tree'
import { usePlayback } from './use-playback'

/** What the step at the playhead had by then. */
function NowCard({ shown }: { shown: Shown | null }) {
  return (
    <section
      aria-label="At the playhead"
      className="min-h-32 min-w-0 rounded-lg border border-line bg-surface px-3 py-2 text-xs leading-5"
    >
      <p className="font-medium">
        {shown?.name ?? 'Not started'}
        {shown?.waiting && <span className="ml-2 font-normal text-ink-faint">{shown.waiting}</span>}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {shown?.lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only grow at their end
          <div key={i} className="contents">
            <dt className="text-ink-faint">{line.label}</dt>
            <dd
              className={
                line.label === 'Action'
                  ? 'break-words font-mono'
                  : 'line-clamp-4 min-w-0 whitespace-pre-wrap break-words'
              }
            >
              {line.text.slice(0, 2_000)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function whyNone({ imported, status }: InspectedTurn): string {
  if (imported) return 'No timeline: this message was imported, and the file has no step times.'
  if (status === 'running' || status === 'queued') return 'No timeline yet: no call has finished.'
  return 'No timeline: this answer ended before its first call.'
}

type Props = { turn: InspectedTurn; onOpenStep: (stepId: string) => void }

/** The turn as a tree on a time axis, with a playhead that replays it. */
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
        <Timeline turn={turn} trace={trace} onOpenStep={onOpenStep} />
      ) : (
        <p className="text-ink-soft">{whyNone(turn)}</p>
      )}
    </section>
  )
}

function Timeline({ turn, trace, onOpenStep }: Props & { trace: Trace }) {
  const format = useFormat()
  const moments = useMemo(() => momentsOf(trace), [trace])
  const { at, playing, speed, ...play } = usePlayback(trace.total, moments)
  const onOpen = useMemo(() => (row: TraceRow) => row.stepId && onOpenStep(row.stepId), [onOpenStep])
  const moment = moments.findLast((one) => one <= at) ?? 0
  const line = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (line.current) line.current.style.transform = `translateX(${(100 * at) / Math.max(1, trace.total)}%)`
  }, [at, trace])
  const words = momentWords(trace, at, format)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = /^Arrow(Right|Up)$/.test(event.key) ? 1 : /^Arrow(Left|Down)$/.test(event.key) ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    play.seek(nextMoment(moments, at, by))
  }
  return (
    <>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <div className={cn(COLUMNS, 'border-line border-b px-3 py-1')}>
          <div className="@3xl:col-span-1 col-span-3 flex min-w-0 items-center gap-1">
            <PlayButton
              playing={playing}
              label="Replay this answer"
              disabled={trace.total === 0}
              onToggle={play.toggle}
            />
            <p className="truncate text-ink-soft text-xs tabular">{words}</p>
          </div>
          <PlayheadSlider
            valueText={words}
            max={Math.ceil(trace.total)}
            value={at >= trace.total ? Math.ceil(trace.total) : Math.floor(at)}
            disabled={trace.total === 0}
            onSeek={play.seek}
            onKeyDown={onKeyDown}
            // The middle of the thumb, not its edge, aligns with the ends of the axis.
            className="-mx-2 @3xl:col-span-1 col-span-2"
          />
          <Button
            size="sm"
            aria-label={`Speed: ${speed} times`}
            onClick={play.changeSpeed}
            className="justify-self-end tabular"
          >
            {speed}×
          </Button>
        </div>
        <TimeAxis trace={trace} />
        <TraceTree trace={trace} at={moment} line={line} onOpen={onOpen} />
      </div>
      <NowCard shown={shownAt(turn, trace, at)} />
      <p className="max-w-[72ch] text-ink-faint text-xs">
        An answer’s time runs from its start to the end of its answer, which a dotted line marks if calls
        follow it. A call includes the tools it started, and a tool includes its search; tools that ran side
        by side overlap. A bar is pale until the first token, solid while the model writes, and a line while
        its tools run. Tokens are those the provider reported; “≈” marks estimates by Mneme. Replay shows
        words at an even pace because their individual times are not stored.
      </p>
    </>
  )
}
