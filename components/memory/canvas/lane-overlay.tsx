'use client'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../ui/use-format'
import type { DayMark, Lane } from '../layout/time-layout'
import type { GraphView } from './graph-view'
import { oncePerFrame } from './viewport'

/** In pixels: lane heights for a label inside and for any label, and the least distance of two dates. */
const LEAST = { inside: 90, lane: 18, day: 92 } as const

type Open = (conversationId: string) => void
type Props = { view: GraphView; lanes: Lane[]; days: DayMark[]; onOpen: Open | null }

/**
 * Behind and above the canvas: the lanes of the conversations with their names, and where days begin. A name
 * stays in view while its lane is.
 */
export function LaneOverlay({ view, lanes, days, onOpen }: Props) {
  const strips = useRef<HTMLDivElement>(null)
  const names = useRef<HTMLDivElement>(null)
  const marks = useRef<HTMLDivElement>(null)
  const format = useFormat()
  useEffect(() => {
    const place = oncePerFrame(() => {
      const { x, y } = view.cy.pan()
      const [zoom, width, height] = [view.cy.zoom(), view.cy.width(), view.cy.height()]
      lanes.forEach((lane, index) => {
        const top = lane.top * zoom + y
        const size = (lane.bottom - lane.top) * zoom
        const strip = strips.current?.children[index] as HTMLElement | undefined
        const name = names.current?.children[index] as HTMLElement | undefined
        if (strip) strip.style.transform = `translateY(${top}px) scaleY(${size})`
        if (!name) return
        const seen =
          size >= LEAST.lane &&
          top + size > 24 &&
          top < height &&
          lane.left * zoom + x < width &&
          lane.right * zoom + x > 0
        name.style.visibility = seen ? 'visible' : 'hidden'
        const line = size >= LEAST.inside ? Math.max(4, Math.min(top + 5, top + size - 24)) : top - 19
        name.style.transform = `translate(${Math.max(8, (lane.left - 20) * zoom + x)}px, ${line}px)`
      })
      let end = Number.NEGATIVE_INFINITY
      days.forEach((day, index) => {
        const mark = marks.current?.children[index] as HTMLElement | undefined
        if (!mark) return
        const left = (day.x - 23) * zoom + x
        const seen = left - end >= LEAST.day
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
  return (
    <>
      <div ref={strips} aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
        {lanes.map((lane) => (
          <div key={lane.conversationId} className="absolute inset-x-0 top-0 h-px origin-top bg-surface" />
        ))}
      </div>
      <div ref={marks} aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
        {days.map((day) => (
          <div
            key={`${day.at} ${day.x}`}
            className="absolute top-0 bottom-0 left-0 border-line border-l border-dashed"
          >
            <span className="absolute bottom-1 left-1.5 whitespace-nowrap text-ink-faint text-xs tabular">
              {format.exact(new Date(day.at)).split(/,(?=[^,]*$)/)[0]}
            </span>
          </div>
        ))}
      </div>
      <div ref={names} className="pointer-events-none absolute inset-0 z-10 overflow-hidden">
        {lanes.map((lane) => (
          <div
            key={lane.conversationId}
            className="invisible absolute top-0 left-0 max-w-64 truncate font-medium text-ink-soft text-xs"
          >
            <button
              type="button"
              tabIndex={-1}
              disabled={!onOpen}
              onClick={() => onOpen?.(lane.conversationId)}
              className="max-w-full truncate enabled:pointer-events-auto enabled:hover:text-accent enabled:hover:underline"
            >
              {lane.title}
            </button>
          </div>
        ))}
      </div>
    </>
  )
}
