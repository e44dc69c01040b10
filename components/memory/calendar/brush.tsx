'use client'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { sliderStep } from '@/components/ui/slider-step'
import { useFormat } from '@/components/ui/words/use-format'
import { type Period, weekEnd, weekStart } from '@/lib/shared/memory/calendar'
import { monthsOf } from './weeks'

type Grip = 'from' | 'to' | 'both' | 'new'
type Props = {
  /** The first week, and the turns of each from there. */
  first: number
  turns: readonly number[]
  period: Period | null
  /** Called during a drag. */
  onChange(period: Period): void
  onCommit(period: Period | null): void
}
const MONTHS_NAMED = 9
/** Pixels around an edge at which it is grabbed, and that a press may move and still be no drag. */
const NEAR = 8
const STILL = 3
const WEEKS_A_PAGE = 4

/** Weeks as bars: a drag chooses a period, its edges and middle move it, a press chooses a month. */
export function Brush({ first, turns, period, onChange, onCommit }: Props) {
  const format = useFormat()
  const strip = useRef<HTMLDivElement>(null)
  const drag = useRef<{ grip: Grip; x: number; from: Period; now: Period } | null>(null)
  const last = first + turns.length - 1
  // By the root, so that a week of few turns is seen next to one of many.
  const most = Math.sqrt(Math.max(...turns))
  const whole = { from: first, to: last }
  const { from, to } = period ?? whole
  const inside = (week: number) => Math.min(last, Math.max(first, week))
  const share = (weeks: number) => `${(100 * weeks) / turns.length}%`
  const box = () => strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
  const weekUnder = (x: number) => {
    const { left, width } = box()
    return inside(first + Math.floor(((x - left) / width) * turns.length))
  }
  const moved = (grip: Grip, was: Period, by: number, week: number): Period => {
    if (grip === 'from') return { ...was, from: Math.min(was.to, inside(was.from + by)) }
    if (grip === 'to') return { ...was, to: Math.max(was.from, inside(was.to + by)) }
    if (grip === 'new') return { from: Math.min(was.from, week), to: Math.max(was.from, week) }
    const step = Math.min(last - was.to, Math.max(first - was.from, by))
    return { from: was.from + step, to: was.to + step }
  }
  const gripAt = (x: number): Grip => {
    if (!period) return 'new'
    const strip = box()
    const edgeAt = (week: number) => strip.left + ((week - first) / turns.length) * strip.width
    const [left, right] = [edgeAt(from), edgeAt(to + 1)]
    // A narrow period keeps a middle to be moved by.
    const within = Math.max(0, Math.min(NEAR, (right - left - NEAR) / 2))
    if (x < left - NEAR || x > right + NEAR) return 'new'
    if (x <= left + within) return 'from'
    return x >= right - within ? 'to' : 'both'
  }
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const grip = gripAt(event.clientX)
    const week = weekUnder(event.clientX)
    const start = grip === 'new' ? { from: week, to: week } : { from, to }
    drag.current = { grip, x: event.clientX, from: start, now: start }
  }
  const move = ({ clientX }: PointerEvent) => {
    const held = drag.current
    const width = strip.current?.clientWidth
    if (!held || !width || Math.abs(clientX - held.x) < STILL) return
    const by = Math.round(((clientX - held.x) / width) * turns.length)
    held.now = moved(held.grip, held.from, by, weekUnder(clientX))
    onChange(held.now)
  }
  const up = ({ clientX }: PointerEvent) => {
    const held = drag.current
    drag.current = null
    if (!held) return
    const isPress = Math.abs(clientX - held.x) < STILL
    if (!isPress) onCommit(held.now)
    else if (held.grip === 'new') onCommit(monthOf(held.from.from, whole))
  }
  const key = (grip: 'from' | 'to') => (event: KeyboardEvent) => {
    const by = sliderStep(event.key, WEEKS_A_PAGE)
    if (event.key === 'Escape' && period) onCommit(null)
    else if (by !== undefined) onCommit(moved(grip, { from, to }, by, 0))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const months = monthsOf(first, turns.length)
  const every = Math.ceil(months.length / MONTHS_NAMED)
  const handle = (grip: 'from' | 'to') => (
    <div
      role="slider"
      tabIndex={0}
      aria-label={grip === 'from' ? 'First week shown' : 'Last week shown'}
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={grip === 'from' ? from : to}
      aria-valuetext={format.utcDay(grip === 'from' ? weekStart(from) : weekEnd(to))}
      onKeyDown={key(grip)}
      className={cn(
        '-ml-1 absolute top-0.5 h-[1.375rem] w-2 cursor-ew-resize rounded-sm',
        period ? 'border border-accent bg-raised' : 'opacity-0 focus-visible:opacity-100',
      )}
      style={{ left: share(grip === 'from' ? inside(from) - first : inside(to) + 1 - first) }}
    />
  )
  return (
    <div
      ref={strip}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        drag.current = null
      }}
      className="absolute inset-x-1 top-1 bottom-0.5 cursor-crosshair touch-none select-none"
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${turns.length} 1`}
        preserveAspectRatio="none"
        className="absolute inset-x-0 top-0.5 h-6 w-full"
      >
        {[false, true].map((isChosen) => (
          <path
            key={String(isChosen)}
            d={turns
              .flatMap((count, i) =>
                count > 0 && (from <= first + i && first + i <= to) === isChosen
                  ? `M${i + 0.1} 1V${1 - Math.max(0.08, Math.sqrt(count) / most)}H${i + 0.9}V1Z`
                  : [],
              )
              .join('')}
            fill={isChosen ? 'var(--accent)' : 'var(--line-strong)'}
            opacity={isChosen ? 0.75 : 0.5}
          />
        ))}
      </svg>
      <div aria-hidden className="absolute inset-x-0 top-[1.625rem] border-line border-t">
        {months.map(({ at, date }, index) => (
          <span
            key={at}
            className="absolute top-0 h-1 border-line-strong border-l pt-px pl-1 text-[10px] text-ink-soft leading-3"
            style={{ left: `${100 * at}%` }}
          >
            {index % every === 0 && format.monthMark(date)}
          </span>
        ))}
      </div>
      {period && (
        <div
          className="pointer-events-none absolute top-0 h-[1.625rem] rounded-sm border border-accent bg-accent/10"
          style={{ left: share(inside(from) - first), width: share(to - from + 1) }}
        />
      )}
      {handle('from')}
      {handle('to')}
    </div>
  )
}

/** The weeks that begin in the month of a week. */
function monthOf(week: number, { from, to }: Period): Period {
  const isSameMonth = (other: number) => weekStart(other).getUTCMonth() === weekStart(week).getUTCMonth()
  let [start, end] = [week, week]
  while (start > from && isSameMonth(start - 1)) start -= 1
  while (end < to && isSameMonth(end + 1)) end += 1
  return { from: start, to: end }
}
