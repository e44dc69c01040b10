'use client'
import { useFormat } from '@/components/ui/use-format'
import { pointName } from '@/components/usage/usage-words'
import type { UsagePoint } from '@/lib/shared/usage'
import { pointAt } from './chart-maths'
import { useHovered } from './hover'
import type { Series } from './series'

type Props = {
  series: readonly Series[]
  points: UsagePoint[]
  all: boolean
  value: (index: number, key: string) => number
  whole: { name: string; value: (key: string) => number }
}

/** The colours, with the numbers of the hovered turn or the whole. */
export function Legend({ series, points, all, value, whole }: Props) {
  const format = useFormat()
  const index = useHovered((place) => pointAt(points, place))
  const point = points[index]
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 text-xs">
      <span className="min-w-24 font-medium tabular">
        {point ? pointName(point, all, format) : whole.name}
      </span>
      {series.map((entry) => (
        <span key={entry.key} className="inline-flex items-baseline gap-1.5 text-ink-soft">
          <Swatch series={entry} />
          {entry.name}
          <span className="min-w-10 font-medium text-ink tabular">
            {format.tokens(point ? value(index, entry.key) : whole.value(entry.key))}
          </span>
        </span>
      ))}
    </span>
  )
}

const Swatch = ({ series }: { series: Series }) => (
  <svg aria-hidden width="14" height="8" className="shrink-0 self-center">
    {series.dash === undefined ? (
      <rect width="14" height="8" rx="2" fill={series.color} />
    ) : (
      <line
        x1="0"
        y1="4"
        x2="14"
        y2="4"
        stroke={series.color}
        strokeWidth="2.5"
        strokeDasharray={series.dash}
      />
    )}
  </svg>
)
