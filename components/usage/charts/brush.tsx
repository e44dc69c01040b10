'use client'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { sliderStep } from './slider-step'

export type Span = { start: number; end: number }
type Props = { heights: number[]; span: Span; onChange(span: Span): void; nameOf(index: number): string }
type Grip = 'start' | 'end' | 'both'

/** An overview of all turns. Dragging the frame or its edges, or arrow keys on an edge, zoom every figure. */
export function Brush({ heights, span, onChange, nameOf }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ grip: Grip; x: number; span: Span } | null>(null)
  const last = heights.length - 1
  const most = Math.max(1, ...heights)
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)))
  const move = (grip: Grip, from: Span, by: number) => {
    if (grip === 'start') return onChange({ start: clamp(from.start + by, 0, from.end), end: from.end })
    if (grip === 'end') return onChange({ start: from.start, end: clamp(from.end + by, from.start, last) })
    const step = clamp(by, -from.start, last - from.end)
    onChange({ start: from.start + step, end: from.end + step })
  }
  const down = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ grip, x: event.clientX, span })
  }
  const dragging = (event: PointerEvent) => {
    const width = strip.current?.getBoundingClientRect().width
    if (drag && width) move(drag.grip, drag.span, ((event.clientX - drag.x) / width) * heights.length)
  }
  const key = (grip: 'start' | 'end') => (event: KeyboardEvent) => {
    const by = sliderStep(event.key, heights.length)
    if (by === undefined) return
    event.preventDefault()
    move(grip, span, by)
  }
  const percent = (index: number) => `${(index / heights.length) * 100}%`
  const handle = (grip: 'start' | 'end') => (
    <div
      role="slider"
      tabIndex={0}
      aria-label={grip === 'start' ? 'First turn shown' : 'Last turn shown'}
      aria-valuemin={1}
      aria-valuemax={heights.length}
      aria-valuenow={span[grip] + 1}
      aria-valuetext={nameOf(span[grip])}
      onPointerDown={down(grip)}
      onKeyDown={key(grip)}
      className="-ml-1.5 absolute inset-y-0 z-10 flex w-3 cursor-ew-resize touch-none items-center justify-center before:h-full before:w-px before:bg-accent"
      style={{ left: percent(grip === 'start' ? span.start : span.end + 1) }}
    >
      <span aria-hidden className="absolute h-4 w-2 rounded-sm border border-accent bg-raised" />
    </div>
  )
  return (
    <div
      ref={strip}
      onPointerMove={dragging}
      onPointerUp={() => setDrag(null)}
      onPointerCancel={() => setDrag(null)}
      className="relative mr-4 ml-[38px] h-10 select-none rounded-sm bg-sunken"
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${heights.length} 1`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        <path
          d={heights.map((height, i) => `M${i} 1V${1 - height / most}H${i + 1}V1Z`).join('')}
          fill="var(--line-strong)"
          opacity="0.55"
        />
      </svg>
      <div
        onPointerDown={down('both')}
        className={cn(
          'absolute inset-y-0 cursor-grab touch-none active:cursor-grabbing',
          (span.start > 0 || span.end < last) && 'border-accent border-y bg-accent/15',
        )}
        style={{ left: percent(span.start), right: percent(last - span.end) }}
      />
      {handle('start')}
      {handle('end')}
    </div>
  )
}
