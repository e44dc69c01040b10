'use client'
import { scaleLinear } from 'd3-scale'
import { useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { cn } from '@/components/ui/cn'
import { sliderStep } from '@/components/ui/slider-step'
import { useFormat } from '@/components/ui/words/use-format'
import type { UsagePoint } from '@/lib/shared/usage/usage'
import { axisName } from '../usage-words'

type Props = {
  label: string
  height: number
  points: UsagePoint[]
  all: boolean
  axis: Axis
  /** What a point stands for, in words. */
  nameOf(index: number): string
  /** A line at a point, and what it means. */
  mark: { at: number; words: string } | null
  children: ReactNode
}

/** A chart's frame, rendered by the server, so it never waits for a script. */
export function Plot({ label, height, points, all, axis, nameOf, mark, children }: Props) {
  const format = useFormat()
  const percent = (share: number) => `${share * 100}%`
  const labelOf = (place: number) => {
    const point = points[place]
    return point ? axisName(point, place === 0, all, format) : ''
  }
  const places = labelPlaces(points.length)
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
        {mark && (
          <div
            className="absolute inset-y-0 border-ink-soft border-l border-dashed"
            style={{ left: percent((mark.at + 0.5) / points.length) }}
          >
            <span
              className={cn(
                'absolute top-0 whitespace-nowrap bg-paper/80 px-1.5 text-ink-soft',
                mark.at >= points.length / 2 && 'right-0',
              )}
            >
              {mark.words}
            </span>
          </div>
        )}
        <Pointer label={label} points={points} nameOf={nameOf} />
      </div>
    </div>
  )
}

/** Left of a place in the right half, else right of it, so that it stays within the chart. */
const sideOf = (share: number) =>
  share > 0.5 ? { right: `${(1 - share) * 100}%` } : { left: `calc(${share * 100}% + 12px)` }

type PointerProps = Pick<Props, 'label' | 'points' | 'nameOf'>
/** Selects turns by pointer or arrow keys, and opens a turn's inspector. */
function Pointer({ label, points, nameOf }: PointerProps) {
  const router = useRouter()
  const touched = useRef(-1)
  const [index, choose] = useState(-1)
  const under = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(points.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * points.length)))
  }
  const open = (at: number) => {
    const turn = points[at]?.turn
    if (turn) router.push(`/c/${turn.conversationId}/turns/${turn.id}`)
  }
  const key = (event: KeyboardEvent) => {
    const last = points.length - 1
    const by = sliderStep(event.key, Math.max(1, Math.round(points.length / 10)))
    if (event.key === 'Enter') open(index)
    if (event.key === 'Escape') choose(-1)
    if (by === undefined) return
    event.preventDefault()
    // While none is selected, the keys come from outside.
    const from = index < 0 && by < 0 ? points.length : index
    choose(Math.min(last, Math.max(0, from + by)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}: use the arrow keys to move between messages`}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={index < 0 ? points.length : index + 1}
      aria-valuetext={index < 0 ? 'No message selected' : nameOf(index)}
      className={points[index]?.turn ? 'absolute inset-0 cursor-pointer' : 'absolute inset-0'}
      onKeyDown={key}
      onBlur={() => choose(-1)}
      onPointerDown={() => {
        touched.current = index
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
      {index >= 0 && (
        <>
          <div
            className="pointer-events-none absolute inset-y-0 bg-ink opacity-15"
            style={{ left: `${(index / points.length) * 100}%`, width: `max(2px, ${100 / points.length}%)` }}
          />
          <span
            aria-hidden
            className="-top-2 pointer-events-none absolute z-10 w-max max-w-[min(60%,24rem)] rounded-sm border border-line bg-raised px-1.5 py-0.5 text-ink-soft"
            style={sideOf(index / points.length)}
          >
            {nameOf(index)}
          </span>
        </>
      )}
    </div>
  )
}

/** Drawings are `count` units wide (one per point) and this high. The browser stretches them. */
const HEIGHT = 1_000

/** `up` = the height of a value, from 0 at the bottom to 1 at the top. */
type Axis = { ticks: number[]; up(value: number): number }

/** An axis from 0 to a round number above `max`, by default the highest value. */
export function valueAxis(values: readonly number[], max = Math.max(0, ...values)): Axis {
  const scale = scaleLinear([0, max || 1], [0, 1]).nice(5)
  return { ticks: scale.ticks(5), up: (value) => scale(value) }
}

const INTERVALS = [1, 2, 5]
/** The most labels below a chart, which fit on the narrowest page. */
const LABELS = 6
/** Positions of labels: the first, the last, and round intervals between. */
function labelPlaces(count: number): number[] {
  let apart = 1
  for (let power = 1; count / apart > LABELS; power *= 10)
    apart = INTERVALS.map((step) => step * power).find((step) => count / step <= LABELS) ?? apart
  const places = Array.from({ length: Math.floor(count / apart) }, (_, i) => (i + 1) * apart - 1)
  if (apart === 1) return places
  const last = count - 1
  return [0, ...places.filter((place) => place > 1 && last - place > apart / 2), last]
}

/** Distance of a value from the top, in whole units. */
export const down = (axis: Axis, value: number) => Math.round((1 - axis.up(value)) * HEIGHT)
