'use client'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { useFormat } from '@/components/ui/words/use-format'
import { axisName, datedName } from '@/components/usage/usage-words'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { type Axis, HEIGHT, labelPlaces, pointAt } from './chart-maths'
import { useHover, useHovered } from './hover'
import { sliderStep } from './slider-step'

/** The most labels below a chart, which fit on the narrowest page. */
const LABELS = 6

type Props = {
  label: string
  height: number
  points: UsagePoint[]
  all: boolean
  axis: Axis
  children: ReactNode
}

/**
 * A chart's frame: values on the left, turns below, the drawing in between. Rendered by the server, so it
 * never waits for a script.
 */
export function Plot({ label, height, points, all, axis, children }: Props) {
  const format = useFormat()
  const percent = (share: number) => `${share * 100}%`
  const labelOf = (place: number) => {
    const point = points[place]
    return point ? axisName(point, place === 0, all, format) : ''
  }
  const places = labelPlaces(points.length, LABELS)
  return (
    <div className="relative min-w-0 text-ink-faint text-xs tabular" style={{ height }}>
      <div className="absolute top-2 right-4 bottom-6 left-[38px]">
        {axis.ticks.map((tick) => (
          <div
            key={tick}
            aria-hidden
            className="absolute inset-x-0 h-0 border-line border-t"
            style={{ bottom: percent(axis.up(tick)) }}
          >
            <span className="-translate-y-1/2 absolute right-full mr-2">{format.compact(tick)}</span>
          </div>
        ))}
        <svg
          aria-hidden
          viewBox={`0 0 ${points.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
          data-drawing
        >
          {children}
        </svg>
        <div aria-hidden className="absolute inset-x-0 bottom-0 border-line-strong border-t" />
        {places.map((place) => (
          <span
            key={place}
            aria-hidden
            className="-translate-x-1/2 absolute top-full mt-1.5 whitespace-nowrap"
            style={{ left: percent((place + 0.5) / points.length) }}
          >
            {labelOf(place)}
          </span>
        ))}
        <Pointer label={label} points={points} all={all} />
      </div>
    </div>
  )
}

/** Left of a place in the right half, else right of it, so that it stays within the chart. */
const sideOf = (share: number) =>
  share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `calc(${share * 100}% + 12px)` }

/**
 * Selects turns by pointer or arrow keys, marks the selected one in every figure, and opens its inspector.
 */
function Pointer({ label, points, all }: { label: string; points: UsagePoint[]; all: boolean }) {
  const format = useFormat()
  const router = useRouter()
  const hover = useHover()
  const touched = useRef(-1)
  const placeOf = (place: number | null) => pointAt(points, place)
  const index = useHovered(placeOf)
  const point = points[index]
  const under = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(points.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * points.length)))
  }
  const choose = (next: number) => hover.set(points[next]?.from ?? null)
  const open = (at: number) => {
    const turn = points[at]?.turn
    if (turn) router.push(`/c/${turn.conversationId}/turns/${turn.id}`)
  }
  const key = (event: KeyboardEvent) => {
    const last = points.length - 1
    const from = placeOf(hover.get())
    const by = sliderStep(event.key, points.length)
    if (event.key === 'Enter') open(from)
    if (event.key === 'Escape') choose(-1)
    if (by === undefined) return
    event.preventDefault()
    choose(from < 0 ? (by > 0 && event.key !== 'End' ? 0 : last) : Math.min(last, Math.max(0, from + by)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}: use the arrow keys to move between turns`}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={index < 0 ? points.length : index + 1}
      aria-valuetext={point ? datedName(point, all, format) : 'No turn selected'}
      className={point?.turn ? 'absolute inset-0 cursor-pointer' : 'absolute inset-0'}
      onKeyDown={key}
      onBlur={() => choose(-1)}
      onPointerDown={() => {
        touched.current = placeOf(hover.get())
      }}
      onPointerMove={(event) => choose(under(event))}
      onPointerLeave={(event: PointerEvent) => event.pointerType !== 'touch' && choose(-1)}
      onClick={(event) => {
        const at = under(event)
        choose(at)
        // Touch has no hover: the first touch shows the numbers, the second opens the turn.
        if ((event.nativeEvent as { pointerType?: string }).pointerType !== 'touch' || touched.current === at)
          open(at)
      }}
    >
      {point && (
        <>
          <div
            className="pointer-events-none absolute inset-y-0 bg-ink opacity-15"
            style={{ left: `${(index / points.length) * 100}%`, width: `max(2px, ${100 / points.length}%)` }}
            data-hovered={point.from}
          />
          <span
            aria-hidden
            className="-top-2 pointer-events-none absolute rounded-sm border border-line bg-raised px-1.5 py-0.5 text-ink-soft"
            style={sideOf(index / points.length)}
          >
            {datedName(point, all, format)}
          </span>
        </>
      )}
    </div>
  )
}
