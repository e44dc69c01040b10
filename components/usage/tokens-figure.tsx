'use client'
import { useMemo } from 'react'
import type { UsagePoint } from '@/lib/shared/usage'
import { rowsOf, totalsOf } from '@/lib/shared/usage-maths'
import { useFormat } from '../ui/use-format'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { PointTable, type Row } from './point-table'
import { phaseSeries, sectionSeries } from './series'
import { StackedChart } from './stacked-chart'

const ofPhase = (point: UsagePoint, phase: string) => point.phases[phase] ?? 0
const ofSection = (point: UsagePoint, section: string) => point.sections[section] ?? 0
const sumOf = (parts: Record<string, number>) => Object.values(parts).reduce((sum, value) => sum + value, 0)

/** Tokens as recorded, prompt and answer together. */
export function TokensFigure({ report, points, all, max, brush }: FigureProps) {
  const format = useFormat()
  const { rows, totals, series } = useMemo(() => {
    const listed = rowsOf(report)
    const sums = totalsOf(listed)
    const phases = phaseSeries(sums.phases)
    const cells = (of: Pick<UsagePoint, 'phases' | 'costMicros' | 'calls' | 'unpricedCalls'>) => [
      ...phases.map(({ key }) => of.phases[key] ?? 0),
      sumOf(of.phases),
      of.calls,
      of.calls > 0 && of.unpricedCalls === of.calls ? 'no price' : format.cost(of.costMicros),
    ]
    return { rows: listed.map((point): Row => ({ point, cells: cells(point) })), totals: { sums, cells: cells(sums) }, series: phases }
  }, [report, format])
  return (
    <Figure
      name="Tokens per turn"
      about="Prompt and answer tokens of every call, as the provider counted them; by our tokenizer where it reported none."
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={(index, key) => ofPhase(points[index] as UsagePoint, key)}
          whole={{ name: 'All calls', value: (key) => totals.sums.phases[key] ?? 0 }}
        />
      }
      chart={
        <>
          <StackedChart label="Tokens per turn" points={points} series={series} value={ofPhase} all={all} max={max} />
          {brush}
        </>
      }
      table={(visible) => (
        <PointTable
          caption="Tokens per turn"
          columns={[...series.map((entry) => entry.name), 'Tokens', 'Calls', 'Cost']}
          rows={rows}
          total={{ name: 'All recorded calls', cells: totals.cells }}
          all={all}
          visible={visible}
        />
      )}
    />
  )
}

/** Estimated prompt tokens of all calls by section. */
export function SectionsFigure({ report, points, all, max }: FigureProps) {
  const { rows, totals, series } = useMemo(() => {
    const listed = rowsOf(report)
    const sums = totalsOf(listed)
    const sections = sectionSeries(sums.sections)
    const cells = (of: Record<string, number>) => [...sections.map(({ key }) => of[key] ?? 0), sumOf(of)]
    return { rows: listed.map((point): Row => ({ point, cells: cells(point.sections) })), totals: { sums, cells: cells(sums.sections) }, series: sections }
  }, [report])
  return (
    <Figure
      name="By prompt section"
      about="What the prompts were made of, by our tokenizer, over all calls of a turn."
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={(index, key) => ofSection(points[index] as UsagePoint, key)}
          whole={{ name: 'All calls', value: (key) => totals.sums.sections[key] ?? 0 }}
        />
      }
      chart={<StackedChart label="By prompt section" points={points} series={series} value={ofSection} all={all} max={max} />}
      table={(visible) => (
        <PointTable
          caption="By prompt section"
          columns={[...series.map((entry) => entry.name), 'Prompt tokens']}
          rows={rows}
          total={{ name: 'All recorded calls', cells: totals.cells }}
          all={all}
          visible={visible}
        />
      )}
    />
  )
}
