'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '../ui/button'
import { CurvesChart } from './curves-chart'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { PointTable } from './point-table'
import { CURVES, type CurveKey } from './series'
import { memoryTable } from './tables'

/** Running sums of prompt tokens, estimate against estimate. */
export function MemoryFigure({ report, points, all, max }: FigureProps) {
  const [scale, setScale] = useQueryState(
    'scale',
    parseAsStringLiteral(['linear', 'log']).withDefault('linear'),
  )
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
      about="Prompt tokens so far, all by our tokenizer. Without memory: every thinking and answering call again, with window, summaries and recalls replaced by all earlier turns and their workspace; “messages only” takes just what was said."
      controls={
        <Button
          size="sm"
          look="ghost"
          aria-pressed={scale === 'log'}
          onClick={() => void setScale(scale === 'log' ? null : 'log')}
        >
          Logarithmic axis
        </Button>
      }
      legend={
        <Legend
          series={Object.values(CURVES)}
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
          log={scale === 'log'}
          all={all}
          max={max}
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
