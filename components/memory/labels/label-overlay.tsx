'use client'
import { useEffect, useMemo, useRef } from 'react'
import type { GraphView } from '@/components/memory/canvas/graph-view'
import type { Theme } from '@/components/memory/canvas/theme'
import { isOdd, oncePerFrame } from '@/components/memory/canvas/viewport'
import type { Shown } from '@/components/memory/shown'
import { cn } from '@/components/ui/cn'
import type { Point } from '../layout/placed'
import { LABEL_SIZES, type Label, type LabelSize, type Measure } from './label'
import { isLane, movedLabels, type PlacedLabel, placeLabels, type Shape } from './place-labels'

type Props = {
  view: GraphView
  labels: readonly Label[]
  shapes: readonly Shape[]
  shown: Shown
  theme: Theme
  /** Labels were placed; these nodes have no room for theirs, so that they are not drawn. */
  onNamed(nameless: readonly string[]): void
  /** Placed before all others. */
  first: readonly (string | null)[]
}
/** Labels this far off screen are placed too, in pixels, so that panning needs no new ones. */
const MARGIN = 500
/** Pixels from the left where names stay. */
const EDGE = 6
/** Pixels at the right where the zoom buttons are. */
const BUTTONS = 52
const LARGE = 'font-medium text-ink text-sm'
const NORMAL = 'text-ink text-xs'
const SOFT = 'text-ink-soft text-xs tabular'

/**
 * Labels above the canvas, as large as the page's other text at every zoom. During a gesture the whole layer is
 * scaled with the picture. In Time, whose axes have scales of their own, each label is moved instead, and those
 * that would overlap are hidden. The list says the same, so screen readers skip the labels.
 */
export function LabelOverlay({ view, labels, shapes, shown, theme, onNamed, first }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const measure = useMemo(() => measureWith(theme.font), [theme.font])
  const wanted = first.filter((id) => id !== null).join('\n')
  useEffect(() => {
    const target = layer.current
    if (!target) return
    const drawn: Drawn = new Map()
    const kept = new Set(wanted.split('\n'))
    const visible = labels.filter(({ id }) => !shown.gone.has(id) && (shown.nodes.has(id) || isLane(id)))
    const standing = shapes.filter(({ id }) => !shown.gone.has(id))
    const byId = new Map(visible.map((label) => [label.id, label]))
    const sticks = visible.some(({ until }) => until !== undefined)
    let placed: PlacedLabel[] = []
    let done = ''
    let at = { scale: { x: 1, y: 1 }, pan: { x: 0, y: 0 } }
    const draw = oncePerFrame(() => {
      const { scale, zoom: room, pan, size, isTime } = view.camera
      const { isMoving } = view.gesture
      const here = { ...scale, room }
      const stuck = (label: Label) => inView(label, { scale: here, pan, width: size.width, measure })
      const key = JSON.stringify(sticks ? [here, pan] : here)
      const larger = isTime ? 1 : scale.x / at.scale.x
      /** Whether all that is in view along an axis was near it when labels were placed. */
      const isAlong = (axis: 'x' | 'y', length: number) =>
        at.pan[axis] - pan[axis] / larger > 60 - MARGIN &&
        (length - pan[axis]) / larger + at.pan[axis] < length + MARGIN - 60
      const isNear = isAlong('x', size.width) && isAlong('y', size.height)
      if (!isNear || (key !== done && !(isMoving && placed.length > 0 && !isOdd(larger)))) {
        done = key
        at = { scale, pan }
        const near = visible.filter(({ id, x, y, until = x, inStrip }) => {
          if (!inStrip && view.isDense(id)) return false
          const [start, end, top] = [x * scale.x + pan.x, until * scale.x + pan.x, y * scale.y + pan.y]
          return end > -MARGIN && start < size.width + MARGIN && top > -MARGIN && top < size.height + MARGIN
        })
        placed = placeLabels(near.map(stuck), here, measure, kept, standing)
        paint(target, drawn, placed)
        const named = new Set(placed.map(({ label }) => label.id))
        const nameless = near.flatMap(({ id, hidesNode }) => (hidesNode && !named.has(id) ? id : []))
        view.setNameless(nameless)
        onNamed(nameless)
      } else if (isTime && key !== done) {
        const moved = placed.map((one) => ({ ...one, label: stuck(byId.get(one.label.id) ?? one.label) }))
        follow(drawn, movedLabels(moved, here))
        done = ''
      }
      const by = isTime ? 1 : scale.x / at.scale.x
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
  }, [view, labels, shapes, shown, measure, onNamed, wanted])
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-[5] overflow-hidden">
      <div
        ref={layer}
        data-labels=""
        className={cn(
          'absolute top-0 left-0 size-0 origin-top-left',
          view.camera.isTime ? '[--ground:var(--surface)]' : '[--ground:var(--paper)]',
        )}
      />
    </div>
  )
}

type Seen = { scale: { x: number; y: number }; pan: Point; width: number; measure: Measure }
/** A label that stays in view, and clear of the zoom buttons, while what it names is in view. */
export function inView(label: Label, { scale, pan, width, measure }: Seen): Label {
  if (label.until === undefined) return label
  const wide = Math.min(label.most, measure(label.text, label.size)) + 2 * EDGE
  const before = label.side === 'right' ? 0 : wide / 2
  const at = label.x * scale.x + pan.x
  const until = label.until * scale.x + pan.x + before
  const x = Math.max(at, Math.min(EDGE + before, until))
  const most = width - BUTTONS - wide + before
  return { ...label, x: ((at < width ? Math.min(x, most) : x) - pan.x) / scale.x }
}

type Drawn = Map<string, { element: HTMLElement; says: string }>

/** Moves labels without repainting them, since each is a layer of its own. Hides those that are not in `moved`. */
function follow(drawn: Drawn, moved: readonly PlacedLabel[]) {
  const boxes = new Map(moved.map(({ label, box }) => [label.id, box]))
  for (const [id, { element }] of drawn) {
    const box = boxes.get(id)
    element.style.visibility = box ? '' : 'hidden'
    element.style.willChange = 'transform'
    if (box) element.style.transform = `translate(${box.x1}px, ${box.y1}px)`
  }
}

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
    element.style.visibility = ''
    element.style.willChange = ''
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
