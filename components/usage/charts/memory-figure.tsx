'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { CurvesChart } from './curves-chart'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { CURVES, type CurveKey, MAIN_CURVES, type Series } from './series'
import { memoryTable } from './tables'

const NAME = 'With and without memory'
const ALL_CURVES: readonly Series[] = Object.values(CURVES)
const parseCurves = parseAsStringLiteral(['two', 'all']).withDefault('two')

/** Running sums of estimated tokens: the headline's two curves, the others on demand. */
export function MemoryFigure({ report, points, all, max, maxOfAll }: FigureProps & { maxOfAll?: number }) {
  const [shownCurves, setShownCurves] = useQueryState('curves', parseCurves)
  const everyCurve = shownCurves === 'all'
  const series = everyCurve ? ALL_CURVES : MAIN_CURVES
  const { curves, sums, ...table } = useMemo(() => memoryTable(report), [report])
  const first = points[0] ? report.points.indexOf(points[0]) : 0
  const shown = useMemo(() => curves.slice(first, first + points.length), [curves, first, points.length])
  const outside = report.outside.some(
    ({ kind, calls }) => kind === 'after' || kind === 'branches' || (kind !== 'before' && calls > 0),
  )
  return (
    <Figure
      name={NAME}
      about="Running total of tokens, including memory’s own calls. Plain chat resends all earlier messages with every call."
      controls={
        <Button
          size="sm"
          look="ghost"
          aria-pressed={everyCurve}
          onClick={() => void setShownCurves(everyCurve ? null : 'all')}
        >
          All curves
        </Button>
      }
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={(index, key) => shown[index]?.[key as CurveKey] ?? 0}
          sums={sums}
        />
      }
      chart={
        <CurvesChart
          label={NAME}
          points={points}
          rows={shown}
          curves={series}
          all={all}
          max={everyCurve ? maxOfAll : max}
        />
      }
      table={table}
      all={all}
      note={
        outside && (
          <p className="text-ink-faint text-xs">
            Each row is a running total. Rows outside the chart are listed on their own and included in the
            last row.
          </p>
        )
      }
    />
  )
}
