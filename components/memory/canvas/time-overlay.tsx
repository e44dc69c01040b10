'use client'
import { useEffect, useRef } from 'react'
import { cn } from '../../ui/cn'
import { useFormat } from '../../ui/words/use-format'
import type { Point } from '../layout/placed'
import { firstFrom } from '../layout/time-axis'
import type { DateMark, Lane } from '../layout/time-layout'
import type { GraphView } from './graph-view'
import { oncePerFrame } from './viewport'

/** Pixels between two dates. */
const APART = 84

/** `playhead` = the x of the playhead in graph units, or null at the present. */
type Props = {
  view: GraphView
  lanes: readonly Lane[]
  dates: readonly DateMark[]
  playhead: number | null
}

/**
 * Drawn behind the Time view: a row for each conversation, a dated line where each month or day begins, and a
 * line for the playhead.
 */
export function TimeOverlay({ view, lanes, dates, playhead }: Props) {
  const strips = useRef<HTMLDivElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const format = useFormat()
  const rows = [...new Map(lanes.map((lane) => [lane.row, lane])).values()]
  useEffect(() => {
    const rows = [...new Map(lanes.map((lane) => [lane.row, lane])).values()]
    let placed: Point | null = null
    const place = oncePerFrame(() => {
      const { axes, pan } = view.camera
      if (strips.current) strips.current.style.transform = `translateY(${pan.y}px)`
      if (marks.current) marks.current.style.transform = `translateX(${pan.x}px)`
      // Panning moves all of them at once.
      if (axes.x === placed?.x && axes.y === placed.y) return
      placed = axes
      if (head.current) head.current.style.transform = `translateX(${(playhead ?? 0) * axes.x}px)`
      rows.forEach(({ top, bottom }, index) => {
        const strip = strips.current?.children[index] as HTMLElement | undefined
        if (strip) strip.style.transform = `translateY(${top * axes.y}px) scaleY(${(bottom - top) * axes.y})`
      })
      // Months come first in the list, so a day is shown only where it leaves their labels free.
      const taken: number[] = []
      dates.forEach((date, index) => {
        const mark = marks.current?.children[index] as HTMLElement | undefined
        if (!mark) return
        const left = date.x * axes.x
        const after = firstFrom(taken, left)
        const seen =
          left - (taken[after - 1] ?? Number.NEGATIVE_INFINITY) >= APART &&
          (taken[after] ?? Number.POSITIVE_INFINITY) - left >= APART
        if (seen) taken.splice(after, 0, left)
        mark.style.visibility = seen ? 'visible' : 'hidden'
        if (seen) mark.style.transform = `translateX(${left}px)`
      })
    })
    place.request()
    const stop = view.watch(place.request)
    return () => {
      stop()
      place.stop()
    }
  }, [view, lanes, dates, playhead])
  if (lanes.length === 0) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      <div ref={strips} className="absolute inset-0">
        {rows.map(({ row }) => (
          <div key={row} className="absolute inset-x-0 top-0 h-px origin-top bg-surface" />
        ))}
      </div>
      {/* On a phone above the button for what is left out. */}
      <p className="absolute bottom-1.5 left-1.5 z-10 rounded-md bg-paper/90 px-1.5 py-0.5 text-ink-soft text-xs max-md:bottom-16">
        Not to scale: pauses are shortened
      </p>
      <div className="absolute inset-x-0 top-0 h-7 border-line border-b bg-paper" />
      <div ref={marks} className="absolute inset-0">
        {dates.map(({ at, x, month, gap }) => (
          <div
            key={`${at} ${x}`}
            className={cn(
              'absolute top-0 bottom-0 left-0 border-l',
              month ? 'border-line' : 'border-line border-dashed',
            )}
          >
            <span
              className={cn(
                'absolute top-1 left-1.5 whitespace-nowrap text-xs tabular',
                month ? 'font-medium text-ink-soft' : 'text-ink-faint',
              )}
            >
              {gap && <span className="mr-1 text-ink-faint">⫽</span>}
              {month ? format.shortMonth(new Date(at)) : format.day(new Date(at))}
            </span>
          </div>
        ))}
        {playhead !== null && (
          <div
            ref={head}
            data-playhead=""
            className="absolute top-7 bottom-0 -left-px border-accent border-l-2"
          />
        )}
      </div>
    </div>
  )
}
