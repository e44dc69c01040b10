'use client'
import { useEffect, useMemo, useRef } from 'react'
import type { GraphView } from '@/components/memory/canvas/graph-view'
import type { Theme } from '@/components/memory/canvas/theme'
import { isOdd, oncePerFrame } from '@/components/memory/canvas/viewport'
import type { ShownElements } from '@/components/memory/shown'
import { LABEL_SIZES, type Label, type LabelSize } from './label'
import { type PlacedLabel, placeLabels, type Shape } from './place-labels'

type Props = {
  view: GraphView
  labels: readonly Label[]
  shapes: readonly Shape[]
  shown: ShownElements
  theme: Theme
  /** Placed before all others. */
  first: readonly (string | null)[]
}
const LARGE = 'font-medium text-ink text-sm'
const NORMAL = 'text-ink text-xs'
const SOFT = 'text-ink-soft text-xs tabular'

/** Labels above the canvas; during a gesture the layer is scaled. Screen readers have the list. */
export function LabelOverlay({ view, labels, shapes, shown, theme, first }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const measure = useMemo(() => measureWith(theme.font), [theme.font])
  const wanted = first.filter((id) => id !== null).join('\n')
  useEffect(() => {
    const target = layer.current
    if (!target) return
    const kept = new Set(wanted.split('\n'))
    const visible = labels.filter(({ id }) => !shown.gone.has(id) && shown.nodes.has(id))
    const standing = shapes.filter(({ id }) => !shown.gone.has(id))
    let placedAt = Number.NaN
    const draw = oncePerFrame(() => {
      const { zoom, pan } = view.camera
      const { isMoving } = view.gesture
      const by = zoom / placedAt
      if (by !== 1 && !(isMoving && !isOdd(by))) {
        placedAt = zoom
        target.replaceChildren(...placeLabels(visible, zoom, measure, kept, standing).map(elementOf))
      }
      target.style.transform = `translate(${pan.x}px, ${pan.y}px) scale(${zoom / placedAt})`
      // A layer of its own is moved without painting its text again.
      target.style.willChange = isMoving ? 'transform' : ''
      if (isMoving) return
      for (const element of target.children)
        if (element instanceof HTMLElement)
          element.style.opacity = view.isDim(element.dataset.label ?? '') ? '0.62' : ''
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

function elementOf({ label, size, side, lines, note, width, height, box }: PlacedLabel): HTMLElement {
  const element = document.createElement('div')
  const isCard = label.height !== undefined
  element.dataset.label = label.id
  element.className = `absolute top-0 left-0 flex flex-col whitespace-pre px-1 ${isCard ? 'pt-1' : 'justify-center'} ${
    side === 'right' || isCard ? 'items-start' : 'items-center'
  } ${side === 'middle' || label.inCard ? '' : 'on-ground'}`
  element.style.width = `${width}px`
  element.style.height = `${height}px`
  element.style.transform = `translate(${box.x1}px, ${box.y1}px)`
  const name = size === 'large' ? LARGE : isCard ? `font-medium ${NORMAL}` : NORMAL
  element.replaceChildren(
    ...lines.map((text) => line(text, name, size)),
    ...(note ? [line(note, SOFT, 'normal')] : []),
  )
  return element
}

function line(text: string, className: string, size: LabelSize): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.style.lineHeight = `${LABEL_SIZES[size].line}px`
  element.textContent = text
  return element
}

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
