'use client'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../ui/words/use-format'
import type { DayMark, Lane } from '../layout/time-layout'
import type { GraphView } from './graph-view'
import { oncePerFrame } from './viewport'

/** Pixels between two dates. */
const APART = 84

type Props = { view: GraphView; lanes: readonly Lane[]; days: readonly DayMark[] }

/** Behind the canvas of Time: the rows of the conversations, and where days begin, with their dates on top. */
export function TimeOverlay({ view, lanes, days }: Props) {
  const strips = useRef<HTMLDivElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const format = useFormat()
  const rows = [...new Map(lanes.map((lane) => [lane.row, lane])).values()]
  useEffect(() => {
    const rows = [...new Map(lanes.map((lane) => [lane.row, lane])).values()]
    const place = oncePerFrame(() => {
      const { x, y } = view.cy.pan()
      const { axes } = view.camera
      rows.forEach(({ top, bottom }, index) => {
        const strip = strips.current?.children[index] as HTMLElement | undefined
        if (strip)
          strip.style.transform = `translateY(${top * axes.y + y}px) scaleY(${(bottom - top) * axes.y})`
      })
      let end = Number.NEGATIVE_INFINITY
      days.forEach((day, index) => {
        const mark = marks.current?.children[index] as HTMLElement | undefined
        if (!mark) return
        const left = day.x * axes.x + x
        const seen = left - end >= APART
        if (seen) end = left
        mark.style.visibility = seen ? 'visible' : 'hidden'
        mark.style.transform = `translateX(${left}px)`
      })
    })
    place.request()
    const stop = view.watch(place.request)
    return () => {
      stop()
      place.stop()
    }
  }, [view, lanes, days])
  if (lanes.length === 0) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      <div ref={strips}>
        {rows.map(({ row }) => (
          <div key={row} className="absolute inset-x-0 top-0 h-px origin-top bg-surface" />
        ))}
      </div>
      <div className="absolute inset-x-0 top-0 h-7 border-line border-b bg-paper" />
      <div ref={marks}>
        {days.map((day) => (
          <div
            key={`${day.at} ${day.x}`}
            className="absolute top-0 bottom-0 left-0 border-line border-l border-dashed"
          >
            <span className="absolute top-1 left-1.5 whitespace-nowrap text-ink-soft text-xs tabular">
              {day.gap && <span className="mr-1 text-ink-faint">⫽</span>}
              {format.day(new Date(day.at))}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
