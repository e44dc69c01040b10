'use client'
import { memo, useMemo } from 'react'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { down, layerPath, MOST_BARS, valueAxis } from './chart-maths'
import { Plot } from './plot'
import type { Series } from './series'

type Props = {
  label: string
  points: UsagePoint[]
  series: Series[]
  value: (point: UsagePoint, key: string) => number
  all: boolean
  max?: number | undefined
  /** The only part in its own colour; null = all are. */
  lit?: string | null
}

/** Tokens of each turn, stacked by part. */
export const StackedChart = memo(function StackedChart(props: Props) {
  const { label, points, series, value, all, max, lit } = props
  const { axis, layers } = useMemo(() => {
    const sums = points.map(() => 0)
    const stacked = series.map((entry) => {
      for (const [i, point] of points.entries()) sums[i] = (sums[i] ?? 0) + value(point, entry.key)
      return { entry, tops: [...sums] }
    })
    const axis = valueAxis(sums, max)
    // The tallest is drawn first, and the next ones cover its lower part.
    const pathOf = (tops: number[]) => layerPath(tops.map((top) => down(axis, top)))
    return { axis, layers: stacked.map(({ entry, tops }) => ({ entry, path: pathOf(tops) })).reverse() }
  }, [points, series, value, max])
  return (
    <Plot height={220} label={label} points={points} all={all} axis={axis}>
      {layers.map(({ entry, path }) => (
        <path
          key={entry.key}
          d={path}
          fill={
            lit && lit !== entry.key ? `color-mix(in oklab, ${entry.color} 20%, var(--paper))` : entry.color
          }
          // A gap between parts, where bars are wide enough for one.
          stroke={points.length <= MOST_BARS ? 'var(--paper)' : undefined}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </Plot>
  )
})
