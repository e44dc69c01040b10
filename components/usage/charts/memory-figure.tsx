'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { CurvesChart } from './curves-chart'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { PointTable } from './point-table'
import { CURVES, type CurveKey, MAIN_CURVES, type Series } from './series'
import { memoryTable } from './tables'

const ALL_CURVES: readonly Series[] = Object.values(CURVES)

/** Running sums of estimated tokens: the headline's two curves, the others on demand. */
export function MemoryFigure({ report, points, all, max, maxOfAll }: FigureProps & { maxOfAll?: number }) {
  const [scale, setScale] = useQueryState(
    'scale',
    parseAsStringLiteral(['linear', 'log']).withDefault('linear'),
  )
  const [shownCurves, setShownCurves] = useQueryState(
    'curves',
    parseAsStringLiteral(['two', 'all']).withDefault('two'),
  )
  const everyCurve = shownCurves === 'all'
  const series = everyCurve ? ALL_CURVES : MAIN_CURVES
  const { curves, sums, ...numbers } = useMemo(() => memoryTable(report), [report])
  const first = points[0] ? report.points.indexOf(points[0]) : 0
  const shown = useMemo(() => curves.slice(first, first + points.length), [curves, first, points.length])
  const outside = report.outside.some(
    (point) =>
      point.kind === 'branches' || point.kind === 'after' || (point.kind === 'imported' && point.calls > 0),
  )
  return (
    <Figure
      name="With and without memory"
      about="Tokens so far, with everything memory itself took. Plain chat sends all earlier messages again with every call."
      controls={
        <>
          <Button
            size="sm"
            look="ghost"
            aria-pressed={everyCurve}
            onClick={() => void setShownCurves(everyCurve ? null : 'all')}
          >
            All curves
          </Button>
          <Button
            size="sm"
            look="ghost"
            aria-pressed={scale === 'log'}
            onClick={() => void setScale(scale === 'log' ? null : 'log')}
          >
            Logarithmic axis
          </Button>
        </>
      }
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={(index, key) => shown[index]?.[key as CurveKey] ?? 0}
          whole={{ name: 'All calls', value: (key) => sums[key as CurveKey] }}
        />
      }
      chart={
        <CurvesChart
          label="With and without memory"
          points={points}
          rows={shown}
          curves={series}
          log={scale === 'log'}
          all={all}
          max={everyCurve ? maxOfAll : max}
        />
      }
      rows={numbers.rows.length}
      table={(visible) => (
        <>
          <PointTable
            caption="With and without memory, running sums"
            {...numbers}
            all={all}
            visible={visible}
          />
          {outside && (
            <p className="text-ink-faint text-xs">
              Rows are running sums along the path; turns outside of the figure stand for themselves and are
              part of the last line.
            </p>
          )}
        </>
      )}
    />
  )
}
