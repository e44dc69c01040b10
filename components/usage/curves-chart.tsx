'use client'
import { area, line } from 'd3-shape'
import { memo, useMemo } from 'react'
import type { UsagePoint } from '@/lib/shared/usage'
import { down, valueAxis } from './chart-maths'
import { Plot } from './plot'
import { CURVES } from './series'
import type { CurveRow } from './tables'

type Props = {
  label: string
  points: UsagePoint[]
  rows: CurveRow[]
  log: boolean
  all: boolean
  max?: number | undefined
}

/** Each turn of a line this short is marked by a dot. */
const DOTTED = 12

/** Running sums that part from each other; what memory keeps out is the shaded room between the two. */
export const CurvesChart = memo(function CurvesChart({ label, points, rows, log, all, max }: Props) {
  const { axis, between, curves } = useMemo(() => {
    const all = Object.values(CURVES)
    const axis = valueAxis(
      rows.flatMap((row) => all.map(({ key }) => row[key])),
      { log, max },
    )
    const x = (_: unknown, i: number) => i + 0.5
    const seen = (value: number) => !log || value > 0
    const shade = area<CurveRow>()
      .digits(1)
      .x(x)
      .defined((row) => seen(row.withMemory))
      .y0((row) => down(axis, row.withMemory))
      .y1((row) => down(axis, Math.max(row.withMemory, row.withoutMemory)))
    const curves = all.map((curve) => {
      const path = line<CurveRow>()
        .digits(1)
        .x(x)
        .defined((row) => seen(row[curve.key]))
        .y((row) => down(axis, row[curve.key]))
      return {
        curve,
        path: path(rows) ?? '',
        dots: rows
          .map((row, i) => (seen(row[curve.key]) ? `M${i + 0.5} ${down(axis, row[curve.key])}h0` : ''))
          .join(''),
      }
    })
    return { axis, between: shade(rows) ?? '', curves }
  }, [rows, log, max])
  return (
    <Plot height={260} label={label} points={points} all={all} axis={axis}>
      <path d={between} fill="var(--accent)" fillOpacity={0.1} />
      {curves.map(({ curve, path, dots }) => (
        <g key={curve.key} fill="none" stroke={curve.color}>
          <path
            d={path}
            vectorEffect="non-scaling-stroke"
            strokeWidth={curve.key === 'withMemory' ? 3 : 2}
            {...('dash' in curve ? { strokeDasharray: curve.dash } : {})}
          />
          {rows.length <= DOTTED && !('dash' in curve) && (
            <path d={dots} vectorEffect="non-scaling-stroke" strokeWidth={6} strokeLinecap="round" />
          )}
        </g>
      ))}
    </Plot>
  )
})
