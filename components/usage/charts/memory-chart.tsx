'use client'
import { memo, useId, useMemo } from 'react'
import { useFormat } from '@/components/ui/words/use-format'
import type { MemorySums, UsageReport } from '@/lib/shared/usage/usage'
import { breakEven, cumulative, withMemory } from '@/lib/shared/usage/usage-maths'
import { aheadWords, datedName } from '../usage-words'
import { down, Plot, valueAxis } from './plot'

/** Lines this short have a dot for each turn. */
const DOTTED = 12
const CURVES = [
  { name: 'Without memory', color: 'var(--ink)', width: 2, of: (sums: MemorySums) => sums.plainChat },
  { name: 'With memory', color: 'var(--accent)', width: 3, of: withMemory },
]

type Props = { report: UsageReport; max?: number }
/** Running sums of tokens with and without memory; `max` is shared by two charts that are compared. */
export const MemoryChart = memo(function MemoryChart({ report, max }: Props) {
  const id = useId()
  const format = useFormat()
  const { points, oneConversation } = report
  const sums = useMemo(() => cumulative(points), [points])
  const axis = valueAxis(
    sums.flatMap((sum) => CURVES.map(({ of }) => of(sum))),
    max,
  )
  const corners = (of: (sum: MemorySums) => number) =>
    sums.map((sum, i) => `${i + 0.5},${down(axis, of(sum))}`)
  const line = (points: readonly string[]) => (points.length ? `M${points.join('L')}` : '')
  const saved = [
    ...corners((sum) => Math.max(withMemory(sum), sum.plainChat)),
    ...corners(withMemory).reverse(),
  ]
  const ahead = report.period ? -1 : breakEven(points)
  const last = sums.at(-1)
  const nameOf = (index: number) => {
    const [point, sum] = [points[index], sums[index]]
    if (!point || !sum) return ''
    const tokens = CURVES.map(({ name, of }) => `${name.toLowerCase()} ${format.tokens(of(sum))}`)
    return [datedName(point, !oneConversation, format), ...tokens].join(' · ')
  }
  return (
    <figure aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 id={id} className="mr-auto font-medium text-base">
          With and without memory
        </h2>
        {last &&
          CURVES.map(({ name, color, of }) => (
            <span key={name} className="inline-flex items-center gap-1.5 text-ink-soft text-xs">
              <span aria-hidden className="h-2 w-3.5 rounded-sm" style={{ background: color }} />
              {name} <span className="font-medium text-ink tabular">{format.tokens(of(last))}</span>
            </span>
          ))}
      </figcaption>
      <Plot
        height={280}
        label="With and without memory"
        points={points}
        all={!oneConversation}
        axis={axis}
        nameOf={nameOf}
        mark={ahead < 0 ? null : { at: ahead, words: aheadWords(report, format) }}
      >
        <path d={line(saved)} fill="var(--accent)" fillOpacity={0.1} />
        {CURVES.map(({ name, color, width, of }) => {
          const points = corners(of)
          const dots = points.length > DOTTED ? '' : points.map((point) => `M${point}h0`).join('')
          return (
            <g key={name} fill="none" stroke={color}>
              <path d={line(points)} vectorEffect="non-scaling-stroke" strokeWidth={width} />
              <path d={dots} vectorEffect="non-scaling-stroke" strokeWidth={6} strokeLinecap="round" />
            </g>
          )
        })}
      </Plot>
    </figure>
  )
})
