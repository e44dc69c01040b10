'use client'
import { useMemo } from 'react'
import { costWords } from '@/components/ui/cost-words'
import { useFormat } from '@/components/ui/use-format'
import type { UsagePoint } from '@/lib/shared/usage'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { PointTable } from './point-table'
import { StackedChart } from './stacked-chart'
import { sectionsTable, tokensTable } from './tables'

const ofPhase = (point: UsagePoint | undefined, phase: string) => point?.phases[phase] ?? 0
const ofSection = (point: UsagePoint | undefined, section: string) => point?.sections[section] ?? 0

/** Recorded tokens, prompt and answer together. */
export function TokensFigure({ report, points, all, max, brush }: FigureProps) {
  const format = useFormat()
  const { series, sums, ...numbers } = useMemo(
    () => tokensTable(report, (of) => costWords(of, format)),
    [report, format],
  )
  return (
    <Figure
      name="Tokens per turn"
      about="Prompt and answer tokens of every call, as the provider counted them; by our tokenizer where it reported none."
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={(index, key) => ofPhase(points[index], key)}
          whole={{ name: 'All calls', value: (key) => sums[key] ?? 0 }}
        />
      }
      chart={
        <>
          <StackedChart
            label="Tokens per turn"
            points={points}
            series={series}
            value={ofPhase}
            all={all}
            max={max}
          />
          {brush}
        </>
      }
      rows={numbers.rows.length}
      table={(visible) => <PointTable caption="Tokens per turn" {...numbers} all={all} visible={visible} />}
    />
  )
}

/** Estimated prompt tokens by section. */
export function SectionsFigure({ report, points, all, max }: FigureProps) {
  const { series, sums, ...numbers } = useMemo(() => sectionsTable(report), [report])
  return (
    <Figure
      name="By prompt section"
      about="What the prompts were made of, by our tokenizer, over all calls of a turn."
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={(index, key) => ofSection(points[index], key)}
          whole={{ name: 'All calls', value: (key) => sums[key] ?? 0 }}
        />
      }
      chart={
        <StackedChart
          label="By prompt section"
          points={points}
          series={series}
          value={ofSection}
          all={all}
          max={max}
        />
      }
      rows={numbers.rows.length}
      table={(visible) => <PointTable caption="By prompt section" {...numbers} all={all} visible={visible} />}
    />
  )
}
