'use client'
import { line } from 'd3-shape'
import { useMemo } from 'react'
import { Row, ScrollTable } from '@/components/inspector/tables/table-parts'
import { useFormat } from '@/components/ui/words/use-format'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { rowsOf, totalsOf } from '@/lib/shared/usage/usage-maths'
import { down, valueAxis } from '../charts/chart-maths'
import { Figure } from '../charts/figure'
import { Legend } from '../charts/legend'
import { Plot } from '../charts/plot'
import type { Series } from '../charts/series'
import { DIFFERENCE_COLUMNS, differenceRows, overlay, titlesOf } from './compare-rows'

const NAME = 'Tokens per turn'
const LOOKS = [{ color: 'var(--accent)' }, { color: 'var(--ink)', dash: '6 4' }]

/** Two conversations in one picture, and what differs. */
export function CompareFigure({ reports }: { reports: UsageReport[] }) {
  const { points, values } = useMemo(() => overlay(reports), [reports])
  const titles = titlesOf(reports)
  const series = titles.map((name, i): Series => ({ key: String(i), name, color: '', ...LOOKS[i] }))
  const tokens = reports.map((report) => {
    const { inputTokens, outputTokens } = totalsOf(rowsOf(report))
    return inputTokens + outputTokens
  })
  const valueAt = (index: number, key: string) => values[Number(key)]?.[index] ?? 0
  const table = {
    columns: titles,
    rows: points.map((point, i) => ({ point, cells: values.map((own) => own[i] ?? '–') })),
    total: tokens,
  }
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Figure
        name={NAME}
        about="Prompt and answer tokens of each turn, all calls included, by turn number."
        legend={
          <Legend
            series={series}
            points={points}
            all={false}
            value={valueAt}
            sums={Object.fromEntries(tokens.map((sum, i) => [i, sum]))}
          />
        }
        chart={<OverlayChart points={points} values={values} series={series} />}
        table={table}
        all={false}
      />
      <Differences reports={reports} titles={titles} />
    </div>
  )
}

type ChartProps = ReturnType<typeof overlay> & { series: Series[] }
function OverlayChart({ points, values, series }: ChartProps) {
  const axis = valueAxis(values.flat().flatMap((value) => value ?? []))
  const path = line<number | null>()
    .digits(1)
    .defined((value) => value !== null)
    .x((_, i) => i + 0.5)
    .y((value) => down(axis, value ?? 0))
  return (
    <Plot height={240} label={NAME} points={points} all={false} axis={axis}>
      {series.map(({ key, color, dash }, i) => (
        <g key={key} fill="none" stroke={color} strokeWidth={2}>
          <path d={path(values[i] ?? []) ?? ''} vectorEffect="non-scaling-stroke" strokeDasharray={dash} />
          <path
            d={(values[i] ?? [])
              .map((value, at) => (value === null ? '' : `M${at + 0.5} ${down(axis, value)}h0`))
              .join('')}
            vectorEffect="non-scaling-stroke"
            strokeWidth={points.length > 40 ? 3 : 6}
            strokeLinecap="round"
          />
        </g>
      ))}
    </Plot>
  )
}

function Differences({ reports, titles }: { reports: UsageReport[]; titles: string[] }) {
  const format = useFormat()
  const rows = differenceRows(reports, format)
  return (
    <ScrollTable columns={DIFFERENCE_COLUMNS}>
      <tbody>
        {rows.slice(0, titles.length).map((cells, i) => (
          <Row
            key={titles[i]}
            className="border-line border-b"
            head={<span className="inline-block max-w-64 truncate align-bottom">{titles[i]}</span>}
            cells={cells}
          />
        ))}
      </tbody>
      <tfoot>
        {rows.slice(titles.length).map((cells) => (
          <Row key="difference" className="font-semibold" head="Difference" cells={cells} />
        ))}
      </tfoot>
    </ScrollTable>
  )
}
