'use client'
import { useMemo, useState } from 'react'
import { costWords } from '@/components/ui/words/cost-words'
import { useFormat } from '@/components/ui/words/use-format'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { Figure } from './figure'
import type { FigureProps } from './figure-props'
import { Legend } from './legend'
import { StackedChart } from './stacked-chart'
import { type StackTable, sectionsTable, tokensTable } from './tables'

const STACK = 'Parts are stacked from the bottom up in the order of the legend; select one to highlight it.'
/** Over several conversations, places are not turn numbers. */
const IN_TIME = 'Turns are counted in the order they were sent, across all conversations.'

const ofPhase = (point: UsagePoint, phase: string) => point.phases[phase] ?? 0
const ofSection = (point: UsagePoint, section: string) => point.sections[section] ?? 0

/** Recorded tokens, prompt and answer together. */
export function TokensFigure(props: FigureProps) {
  const format = useFormat()
  const { report } = props
  const stack = useMemo(() => tokensTable(report, (of) => costWords(of, format)), [report, format])
  return (
    <StackedFigure
      {...props}
      name="Tokens per turn"
      about="Prompt and answer tokens of every call, as reported by the provider, or counted by our tokenizer if it reported none."
      stack={stack}
      value={ofPhase}
    />
  )
}

/** Estimated prompt tokens by section. */
export function SectionsFigure(props: FigureProps) {
  const { report } = props
  return (
    <StackedFigure
      {...props}
      name="By prompt section"
      about="What the prompts of thinking and answering contained, and the prompts of memory’s own calls, counted by our tokenizer."
      stack={useMemo(() => sectionsTable(report), [report])}
      value={ofSection}
    />
  )
}

type StackedProps = FigureProps & {
  name: string
  about: string
  stack: StackTable
  value: (point: UsagePoint, key: string) => number
}

function StackedFigure({ name, about, stack, value, points, all, max, brush }: StackedProps) {
  const { series, sums, ...table } = stack
  const [lit, setLit] = useState<string | null>(null)
  const valueAt = (index: number, key: string) => {
    const point = points[index]
    return point ? value(point, key) : 0
  }
  return (
    <Figure
      name={name}
      about={`${about} ${STACK}${all ? ` ${IN_TIME}` : ''}`}
      legend={
        <Legend
          series={series}
          points={points}
          all={all}
          value={valueAt}
          sums={sums}
          lit={{ key: lit, choose: setLit }}
        />
      }
      chart={
        <>
          <StackedChart
            label={name}
            points={points}
            series={series}
            value={value}
            all={all}
            max={max}
            lit={lit}
          />
          {brush}
        </>
      }
      table={table}
      all={all}
    />
  )
}
