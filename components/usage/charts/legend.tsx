'use client'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import { pointName } from '@/components/usage/usage-words'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { pointAt } from './chart-maths'
import { useHovered } from './hover'
import type { Series } from './series'

type Props = {
  series: readonly Series[]
  points: UsagePoint[]
  all: boolean
  value: (index: number, key: string) => number
  sums: Record<string, number>
  /** The entry that is singled out, and how to choose one; without it, entries are no buttons. */
  lit?: { key: string | null; choose: (key: string | null) => void }
}

const ENTRY = 'inline-flex items-baseline gap-1.5 text-ink-soft text-left'

/** The colours, with the numbers of the hovered turn or the sums of all calls. */
export function Legend({ series, points, all, value, sums, lit }: Props) {
  const format = useFormat()
  const index = useHovered((place) => pointAt(points, place))
  const point = points[index]
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 text-xs">
      <span className="min-w-24 font-medium tabular">
        {point ? pointName(point, all, format) : 'All calls'}
      </span>
      {series.map(({ key, name, color, dash }) => {
        const entry = (
          <>
            <svg aria-hidden width="14" height="8" className="shrink-0 self-center">
              <path d="M0 4H14" stroke={color} strokeWidth={dash ? 2.5 : 8} strokeDasharray={dash} />
            </svg>
            {name}
            <span className="min-w-10 font-medium text-ink tabular">
              {format.tokens(point ? value(index, key) : (sums[key] ?? 0))}
            </span>
          </>
        )
        if (!lit)
          return (
            <span key={key} className={ENTRY}>
              {entry}
            </span>
          )
        return (
          <button
            key={key}
            type="button"
            aria-pressed={lit.key === key}
            onClick={() => lit.choose(lit.key === key ? null : key)}
            className={cn(
              ENTRY,
              'rounded-sm px-1 pointer-coarse:py-2.5 aria-pressed:bg-accent-soft hover:bg-sunken',
            )}
          >
            {entry}
          </button>
        )
      })}
    </span>
  )
}
