'use client'
import { area, line } from 'd3-shape'
import { memo, useMemo } from 'react'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { down, valueAxis } from './chart-maths'
import { Plot } from './plot'
import type { CurveKey, Series } from './series'
import type { CurveRow } from './tables'

type Props = {
  label: string
  points: UsagePoint[]
  rows: CurveRow[]
  curves: readonly Series[]
  all: boolean
  max?: number | undefined
}

/** Lines this short have a dot for each turn. */
const DOTTED = 12

/** Running sums. The shaded area between two curves is what memory saves against plain chat. */
export const CurvesChart = memo(function CurvesChart({ label, points, rows, curves, all, max }: Props) {
  const { axis, between, lines } = useMemo(() => {
    const of = (row: CurveRow, curve: Series) => row[curve.key as CurveKey]
    const axis = valueAxis(
      rows.flatMap((row) => curves.map((curve) => of(row, curve))),
      max,
    )
    const x = (_: unknown, i: number) => i + 0.5
    const shade = area<CurveRow>()
      .digits(1)
      .x(x)
      .y0((row) => down(axis, row.withMemory))
      .y1((row) => down(axis, Math.max(row.withMemory, row.plainChat)))
    const lines = curves.map((curve) => {
      const height = (row: CurveRow) => down(axis, of(row, curve))
      const path = line<CurveRow>().digits(1).x(x).y(height)
      const dots = rows.map((row, i) => `M${i + 0.5} ${height(row)}h0`)
      return { curve, path: path(rows) ?? '', dots: dots.join('') }
    })
    return { axis, between: shade(rows) ?? '', lines }
  }, [rows, curves, max])
  return (
    <Plot height={260} label={label} points={points} all={all} axis={axis}>
      <path d={between} fill="var(--accent)" fillOpacity={0.1} />
      {lines.map(({ curve, path, dots }) => (
        <g key={curve.key} fill="none" stroke={curve.color}>
          <path
            d={path}
            vectorEffect="non-scaling-stroke"
            strokeWidth={curve.key === 'withMemory' ? 3 : 2}
            strokeDasharray={curve.dash}
          />
          {rows.length <= DOTTED && !curve.dash && (
            <path d={dots} vectorEffect="non-scaling-stroke" strokeWidth={6} strokeLinecap="round" />
          )}
        </g>
      ))}
    </Plot>
  )
})
