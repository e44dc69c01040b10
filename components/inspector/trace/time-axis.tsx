'use client'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import { CELLS, COLUMNS } from './columns'
import type { Trace } from './trace'

const MOST_TICKS = 5

/** Round times from 0, at most five of them. */
function ticksOf(total: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, total)))
  const by = [size / 10, size / 5, size / 2, size, size * 2].find((step) => total / step < MOST_TICKS) ?? size
  return Array.from({ length: Math.floor(total / by) + 1 }, (_, i) => i * by)
}

/** Names of the columns, and the times above the bars. A dashed line marks idle time that was left out. */
export function TimeAxis({ trace: { total, cuts, isMeasured } }: { trace: Trace }) {
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
