'use client'
import { useEffect, useMemo, useRef } from 'react'
import type { GraphView } from '@/components/memory/canvas/graph-view'
import type { Theme } from '@/components/memory/canvas/theme'
import { isOdd, oncePerFrame } from '@/components/memory/canvas/viewport'
import type { Shown } from '@/components/memory/shown'
import { LABEL_SIZES, type Label, type LabelSize } from './label'
import { type PlacedLabel, placeLabels, type Shape } from './place-labels'

type Props = {
  view: GraphView
  labels: readonly Label[]
  shapes: readonly Shape[]
  shown: Shown
  theme: Theme
  /** Placed before all others. */
  first: readonly (string | null)[]
}
/** Labels this far off screen are placed too, in pixels, so that panning needs no new ones. */
const MARGIN = 500
const LARGE = 'font-medium text-ink text-sm'
const NORMAL = 'text-ink text-xs'
const SOFT = 'text-ink-soft text-xs tabular'

/**
 * Labels above the canvas, as large as the page's other text at every zoom. During a gesture the whole layer is
 * scaled with the picture. The list says the same, so screen readers skip the labels.
 */
export function LabelOverlay({ view, labels, shapes, shown, theme, first }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const measure = useMemo(() => measureWith(theme.font), [theme.font])
  const wanted = first.filter((id) => id !== null).join('\n')
  useEffect(() => {
    const target = layer.current
    if (!target) return
    const drawn: Drawn = new Map()
    const kept = new Set(wanted.split('\n'))
    const visible = labels.filter(({ id }) => !shown.gone.has(id) && shown.nodes.has(id))
    const standing = shapes.filter(({ id }) => !shown.gone.has(id))
    let placed: PlacedLabel[] = []
    let at = { zoom: Number.NaN, pan: { x: 0, y: 0 } }
    const draw = oncePerFrame(() => {
      const { zoom, pan, size } = view.camera
      const { isMoving } = view.gesture
      const larger = zoom / at.zoom
      /** Whether all that is in view along an axis was near it when labels were placed. */
      const isAlong = (axis: 'x' | 'y', length: number) =>
        at.pan[axis] - pan[axis] / larger > 60 - MARGIN &&
        (length - pan[axis]) / larger + at.pan[axis] < length + MARGIN - 60
      const isNear = isAlong('x', size.width) && isAlong('y', size.height)
      if (!isNear || (zoom !== at.zoom && !(isMoving && placed.length > 0 && !isOdd(larger)))) {
        at = { zoom, pan }
        const near = visible.filter(({ x, y }) => {
          const [left, top] = [x * zoom + pan.x, y * zoom + pan.y]
          return left > -MARGIN && left < size.width + MARGIN && top > -MARGIN && top < size.height + MARGIN
        })
        placed = placeLabels(near, zoom, measure, kept, standing)
        paint(target, drawn, placed)
      }
      const by = zoom / at.zoom
      target.style.transform = `translate(${pan.x}px, ${pan.y}px) scale(${by})`
      // A layer of its own is moved without painting its text again.
      target.style.willChange = isMoving ? 'transform' : ''
      if (!isMoving)
        for (const [id, { element }] of drawn) element.style.opacity = view.isDim(id) ? '0.62' : ''
    })
    draw.request()
    const stop = view.watch(draw.request)
    return () => {
      stop()
      draw.stop()
      target.replaceChildren()
    }
  }, [view, labels, shapes, shown, measure, wanted])
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-[5] overflow-hidden">
      <div
        ref={layer}
        data-labels=""
        className="absolute top-0 left-0 size-0 origin-top-left [--ground:var(--paper)]"
      />
    </div>
  )
}

type Drawn = Map<string, { element: HTMLElement; says: string }>

/** Draws labels, reusing their elements. */
function paint(target: HTMLElement, drawn: Drawn, placed: readonly PlacedLabel[]) {
  const ids = new Set(placed.map(({ label }) => label.id))
  for (const [id, { element }] of drawn) {
    if (ids.has(id)) continue
    element.remove()
    drawn.delete(id)
  }
  for (const one of placed) {
    const { id } = one.label
    const says = JSON.stringify([one.size, one.side, one.lines, one.note, one.width, one.height])
    const before = drawn.get(id)
    const element = before?.element ?? document.createElement('div')
    if (!before) target.append(element)
    if (before?.says !== says) write(element, one)
    element.style.transform = `translate(${one.box.x1}px, ${one.box.y1}px)`
    drawn.set(id, { element, says })
  }
}

function write(element: HTMLElement, { label, size, side, lines, note, width, height }: PlacedLabel) {
  const isCard = label.height !== undefined
  element.dataset.label = label.id
  element.className = `absolute top-0 left-0 flex flex-col whitespace-pre px-1 ${isCard ? 'pt-1' : 'justify-center'} ${
    side === 'right' || isCard ? 'items-start' : 'items-center'
  } ${side === 'middle' || label.inCard ? '' : 'on-ground'}`
  element.style.width = `${width}px`
  element.style.height = `${height}px`
  const name = size === 'large' ? LARGE : isCard ? `font-medium ${NORMAL}` : NORMAL
  element.replaceChildren(
    ...lines.map((text) => line(text, name, size)),
    ...(note ? [line(note, SOFT, 'normal')] : []),
  )
}

function line(text: string, className: string, size: LabelSize): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.style.lineHeight = `${LABEL_SIZES[size].line}px`
  element.textContent = text
  return element
}

/** Widths of text in the page's font. */
function measureWith(font: string) {
  const context = document.createElement('canvas').getContext('2d')
  const widths = new Map<string, number>()
  return (text: string, size: LabelSize) => {
    const key = `${size} ${text}`
    const known = widths.get(key)
    if (known !== undefined || !context) return known ?? text.length * LABEL_SIZES[size].font * 0.6
    context.font = `${size === 'large' ? 500 : 400} ${LABEL_SIZES[size].font}px ${font}`
    const width = Math.ceil(context.measureText(text).width * 1.02)
    widths.set(key, width)
    return width
  }
}
