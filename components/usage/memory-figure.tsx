'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import type { PromptSums, UsagePoint } from '@/lib/shared/usage'
import { cumulative, rowsOf, totalsOf, withMemory } from '@/lib/shared/usage-maths'
import { Button } from '../ui/button'
import { type CurveRow, CurvesChart } from './curves-chart'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { PointTable, type Row } from './point-table'
import { CURVES, type CurveKey } from './series'

const curveRow = (sums: PromptSums): CurveRow => ({
  withMemory: withMemory(sums),
  withoutMemory: sums.withoutMemory,
  withoutMessages: sums.withoutMessages,
  windowOnly: sums.windowOnly,
  summariesOnly: sums.summariesOnly,
})
const cellsOf = (sums: PromptSums) => [sums.actual, sums.upkeep, withMemory(sums), sums.withoutMemory, sums.withoutMessages, sums.windowOnly, sums.summariesOnly]
const COLUMNS = ['Prompts of answers', 'Prompts for memory', ...Object.values(CURVES).map((curve) => curve.name)]

/** Running sums of prompt tokens, estimate against estimate. */
export function MemoryFigure({ report, points, all, max }: FigureProps) {
  const [scale, setScale] = useQueryState('scale', parseAsStringLiteral(['linear', 'log']).withDefault('linear'))
  const { rows, total, curves } = useMemo(() => {
    const running = cumulative(report)
    const before = report.outside.filter((point) => point.kind === 'before')
    const beyond = report.outside.filter((point) => point.kind !== 'before')
    const row = (point: UsagePoint, sums: PromptSums): Row => ({ point, cells: cellsOf(sums) })
    const listed = [...before.map((point) => row(point, point)), ...report.points.map((point, i) => row(point, running[i] ?? point)), ...beyond.map((point) => row(point, point))]
    return { rows: listed, total: totalsOf(rowsOf(report)), curves: running.map(curveRow) }
  }, [report])
  const first = points[0] ? report.points.indexOf(points[0]) : 0
  const shown = curves.slice(first, first + points.length)
  const outside = report.outside.some((point) => point.kind === 'branches' || point.kind === 'after')
  return (
    <Figure
      name="With and without memory"
      about={
        <>
          Prompt tokens so far, all by our tokenizer. Without memory: every thinking and answering call again, with window, summaries and recalls replaced by all earlier turns and
          their workspace; “messages only” takes just what was said. {outside && 'In the table, turns outside of this figure stand for themselves and are part of the sum.'}
        </>
      }
      controls={
        <Button size="sm" look="ghost" aria-pressed={scale === 'log'} onClick={() => void setScale(scale === 'log' ? null : 'log')}>
          {scale === 'log' ? 'Linear axis' : 'Logarithmic axis'}
        </Button>
      }
      legend={
        <Legend
          series={Object.values(CURVES)}
          points={points}
          all={all}
          value={(index, key) => shown[index]?.[key as CurveKey] ?? 0}
          whole={{ name: 'All calls', value: (key) => curveRow(total)[key as CurveKey] }}
        />
      }
      chart={<CurvesChart label="With and without memory" points={points} rows={shown} log={scale === 'log'} all={all} max={max} />}
      table={(visible) => (
        <>
          <PointTable
            caption="With and without memory, running sums"
            columns={COLUMNS}
            rows={rows}
            total={{ name: 'All recorded calls', cells: cellsOf(total) }}
            all={all}
            visible={visible}
          />
          {outside && (
            <p className="text-ink-faint text-xs">Rows are running sums along the path; turns outside of the figure stand for themselves and are part of the last line.</p>
          )}
        </>
      )}
    />
  )
}
