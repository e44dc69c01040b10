'use client'
import { cn } from '@/components/ui/cn'
import { CELLS } from './columns'
import type { RowKind, TraceRow } from './trace'

/** The warm colour means recall only. */
const BARS: Record<RowKind, string> = {
  turn: 'bg-line-strong/60',
  prepare: 'bg-line-strong/60',
  search: 'bg-recall-fill',
  round: 'bg-accent',
  answer: 'bg-accent',
  tool: 'bg-(--series-workspace)',
  'memory-tool': 'bg-recall-fill',
  background: 'bg-line-strong',
}

/** Left and width in percent of the axis. The shortest bar is still visible, also at the end of the axis. */
export function placeOf({ start, end }: { start: number; end: number }, total: number) {
  const width = Math.max(LEAST_PERCENT, (100 * (end - start)) / Math.max(1, total))
  return { left: Math.min((100 * start) / Math.max(1, total), 100 - width), width }
}
const LEAST_PERCENT = 0.6
const percent = ({ left, width }: { left: number; width: number }) => ({
  left: `${left}%`,
  width: `${width}%`,
})

/** Of a model call: pale until the first word, full while it writes, a line while its tools run. */
export function Bar({ row, total }: { row: TraceRow; total: number }) {
  const color = row.status === 'failed' ? 'bg-error' : BARS[row.kind]
  const { words } = row
  return (
    <span aria-hidden className={cn(CELLS.bar, 'relative @3xl:h-7 h-3')}>
      {words ? (
        <>
          <span
            className={cn('-translate-y-1/2 absolute top-1/2 h-0.5', color)}
            style={percent(placeOf(row, total))}
          />
          <span
            className="-translate-y-1/2 absolute top-1/2 h-2.5 rounded-sm bg-paper"
            style={percent(placeOf({ start: row.start, end: words.to }, total))}
          >
            <span className={cn('block h-full rounded-sm opacity-35', color)} />
          </span>
          <span
            className={cn('-translate-y-1/2 absolute top-1/2 h-2.5 rounded-sm', color)}
            style={percent(placeOf({ start: words.from, end: words.to }, total))}
          />
        </>
      ) : (
        <span
          className={cn(
            '-translate-y-1/2 absolute top-1/2 rounded-sm',
            row.depth === 0 ? 'h-1' : 'h-2.5',
            color,
          )}
          style={percent(placeOf(row, total))}
        />
      )}
    </span>
  )
}
