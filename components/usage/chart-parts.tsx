'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { ResponsiveContainer, Tooltip, useActiveTooltipLabel, useIsTooltipActive, usePlotArea, useXAxisScale } from 'recharts'
import type { UsagePoint } from '@/lib/shared/usage'
import type { Format } from '../ui/use-format'
import { useHover, useHovered } from './hover'

export const MARGIN = { top: 8, right: 16, bottom: 0, left: 0 }
const TICK = { fill: 'var(--ink-faint)', fontSize: 12 }
/** Compact ticks: "12K". */
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const short = (value: number) => SHORT.format(value)
export const Y_AXIS = { width: 46, tickLine: false, axisLine: false, tick: TICK, tickFormatter: short } as const
export const xAxis = (points: UsagePoint[], all: boolean, format: Format) => ({
  dataKey: 'index',
  tickLine: false,
  axisLine: { stroke: 'var(--line-strong)' },
  tick: TICK,
  minTickGap: all ? 48 : 24,
  tickFormatter: (index: number) => tickText(points[index], all, withinDays(points, 2), format),
})
const DAY_MS = 86_400_000
const withinDays = (points: UsagePoint[], days: number) => Date.parse(points.at(-1)?.at ?? '') - Date.parse(points[0]?.at ?? '') < days * DAY_MS
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const TIME = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
const tickText = (point: UsagePoint | undefined, all: boolean, byTime: boolean, format: Format) =>
  !point ? '' : all ? (byTime ? TIME : DATE).format(new Date(point.at)) : format.number(point.from)

/** The room of a chart: it is drawn when the browser knows its width, and keeps its height until then. */
export const Plot = ({ height, label, children }: { height: number; label: string; children: ReactNode }) => (
  <div className="-ml-2 min-w-0" style={{ height }} data-chart={label}>
    <ResponsiveContainer width="100%" height={height}>
      {children}
    </ResponsiveContainer>
  </div>
)

/** Needed for a chart to follow the pointer; the numbers stand in the legend. */
export const NoTooltip = () => <Tooltip cursor={false} content={() => null} isAnimationActive={false} />

/** Tells the page which turn is under the pointer (or chosen by arrow keys) here, and marks the one that is anywhere. */
export function HoverBand({ points }: { points: UsagePoint[] }) {
  const hover = useHover()
  const label = useActiveTooltipLabel()
  const active = useIsTooltipActive()
  const place = active && typeof label === 'number' ? (points[label]?.from ?? null) : null
  useEffect(() => {
    if (place === null) return
    hover.set(place)
    return () => hover.set(null)
  }, [hover, place])
  const index = useHovered((hovered) => (hovered === null ? -1 : points.findIndex((point) => hovered >= point.from && hovered <= point.to)))
  const scale = useXAxisScale()
  const area = usePlotArea()
  if (index < 0 || !scale || !area) return null
  const start = scale(index, { position: 'start' }) ?? scale(index) ?? 0
  const end = scale(index, { position: 'end' }) ?? start
  const width = Math.max(2, end - start)
  return (
    <rect
      x={start - (width - (end - start)) / 2}
      y={area.y}
      width={width}
      height={area.height}
      fill="var(--ink)"
      opacity={0.12}
      pointerEvents="none"
      data-hovered={points[index]?.from}
    />
  )
}

/** Opens the inspector of the turn that was clicked. */
export function useOpenTurn(points: UsagePoint[]) {
  const router = useRouter()
  return (state: { activeTooltipIndex?: number | string | null | undefined }) => {
    const turn = points[Number(state.activeTooltipIndex)]?.turn
    if (turn) router.push(`/c/${turn.conversationId}/turns/${turn.id}`)
  }
}
