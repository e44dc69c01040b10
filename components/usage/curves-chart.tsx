'use client'
import { memo } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import type { UsagePoint } from '@/lib/shared/usage'
import { useFormat } from '../ui/use-format'
import { HoverBand, MARGIN, NoTooltip, Plot, useOpenTurn, xAxis, Y_AXIS } from './chart-parts'
import { CURVES } from './series'
import type { CurveRow } from './tables'

type Props = { label: string; points: UsagePoint[]; rows: CurveRow[]; log: boolean; all: boolean; max?: number | undefined }

/** Running sums that part from each other; what memory keeps out is the shaded room between the two. */
export const CurvesChart = memo(function CurvesChart({ label, points, rows, log, all, max }: Props) {
  const format = useFormat()
  const open = useOpenTurn(points)
  const positive = (value: number) => (log && value <= 0 ? null : value)
  const data = rows.map((row, index) => ({
    index,
    between: log && row.withMemory <= 0 ? null : [row.withMemory, Math.max(row.withMemory, row.withoutMemory)],
    ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, positive(value)])),
  }))
  const few = rows.length <= 12
  return (
    <Plot height={260} label={label}>
      <ComposedChart data={data} margin={MARGIN} onClick={open} title={`${label}: arrow keys move from turn to turn`}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...xAxis(points, all, format)} scale="band" />
        <YAxis {...Y_AXIS} scale={log ? 'log' : 'linear'} domain={log ? ['auto', max ?? 'auto'] : [0, max ?? 'auto']} allowDataOverflow={log} />
        <NoTooltip />
        <Area dataKey="between" stroke="none" fill="var(--accent)" fillOpacity={0.1} isAnimationActive={false} activeDot={false} />
        <HoverBand points={points} />
        {Object.values(CURVES).map((curve) => (
          <Line
            key={curve.key}
            dataKey={curve.key}
            stroke={curve.color}
            strokeWidth={curve.key === 'withMemory' ? 3 : 2}
            {...('dash' in curve ? { strokeDasharray: curve.dash } : {})}
            dot={few && !('dash' in curve) ? { r: 2.5, fill: curve.color, strokeWidth: 0 } : false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
      </ComposedChart>
    </Plot>
  )
})
