'use client'
import { memo } from 'react'
import { Area, AreaChart, Bar, BarChart, CartesianGrid, XAxis, YAxis } from 'recharts'
import type { UsagePoint } from '@/lib/shared/usage'
import { useFormat } from '../ui/use-format'
import { HoverBand, MARGIN, NoTooltip, Plot, useOpenTurn, xAxis, Y_AXIS } from './chart-parts'
import type { Series } from './series'

/** More bars than this are thinner than the gaps between them. */
const MOST_BARS = 120
type Props = { label: string; points: UsagePoint[]; series: Series[]; value: (point: UsagePoint, key: string) => number; all: boolean; max?: number | undefined }

/** Tokens of each turn, one part on top of the other: bars, or steps when there are many. */
export const StackedChart = memo(function StackedChart({ label, points, series, value, all, max }: Props) {
  const format = useFormat()
  const open = useOpenTurn(points)
  const data = points.map((point, index) => ({ index, point }))
  const of = (key: string) => (row: { point: UsagePoint }) => value(row.point, key)
  const axes = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis {...xAxis(points, all, format)} />
      <YAxis {...Y_AXIS} {...(max ? { domain: [0, max] } : {})} />
      <NoTooltip />
      <HoverBand points={points} />
    </>
  )
  const shared = { data, margin: MARGIN, onClick: open, title: `${label}: arrow keys move from turn to turn` }
  return (
    <Plot height={220} label={label}>
      {points.length <= MOST_BARS ? (
        <BarChart {...shared} barCategoryGap={points.length > 60 ? '8%' : '18%'}>
          {axes}
          {series.map((entry) => (
            <Bar key={entry.key} dataKey={of(entry.key)} stackId="tokens" fill={entry.color} maxBarSize={40} activeBar={false} isAnimationActive={false} />
          ))}
        </BarChart>
      ) : (
        <AreaChart {...shared}>
          {axes}
          {series.map((entry) => (
            <Area
              key={entry.key}
              dataKey={of(entry.key)}
              stackId="tokens"
              type="step"
              fill={entry.color}
              fillOpacity={1}
              stroke="none"
              isAnimationActive={false}
              activeDot={false}
            />
          ))}
        </AreaChart>
      )}
    </Plot>
  )
})
