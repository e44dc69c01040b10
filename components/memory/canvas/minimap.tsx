'use client'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { Point } from '../layout/placed'
import type { Shown } from '../shown'
import { type Picture, sizeOf } from './elements'
import { freeCorner } from './free-corner'
import type { GraphView } from './graph-view'
import { HUES, hueOf, hueVariable, NO_HUE } from './palette'
import type { Theme } from './theme'
import { boxOf, oncePerFrame } from './viewport'

const SIZE = { width: 168, height: 96, pad: 6 } as const
/** Pixels from the edge of the canvas, and what the buttons take at its right. */
const AROUND = 12
const BUTTONS = 40
/** From the graph to the minimap: `left + x * by` and `top + y * by`. */
type Scale = { left: number; top: number; by: number }
type Props = { view: GraphView; picture: Picture; shown: Shown; theme: Theme }
const ALL_HUES = [NO_HUE, ...Array(HUES).keys()]

/**
 * The whole graph in a corner, with the visible part, unless all of it is visible. Press or drag to move
 * there.
 */
export function Minimap({ view, picture, shown, theme }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = useRef<Scale | null>(null)
  useEffect(() => {
    const { sizes } = picture
    const nodes = new Map(picture.graph.nodes.map((node) => [node.id, node]))
    const colors = new Map(ALL_HUES.map((hue) => [hue, theme.color(hueVariable(hue))]))
    const whole = document.createElement('canvas')
    let points: [string, Point][] = []
    const drawWhole = () => {
      const context = sized(whole)
      points = [...view.positions()]
      const { left, top, by } = scaleOf(points.map(([, point]) => point))
      scale.current = { left, top, by }
      if (!context) return
      for (const [id, point] of points) {
        const node = nodes.get(id)
        if (!node || shown.gone.has(id)) continue
        context.globalAlpha = shown.nodes.has(id) ? 0.9 : 0.15
        context.fillStyle = colors.get(hueOf(node)) ?? ''
        const { width, height } = sizeOf(node, picture.sizes)
        const isLarge = picture.sizes.has(id)
        const [w, h] = isLarge ? [width * by, height * by] : [2, 2]
        const [x, y] = [left + point.x * by, top + point.y * by]
        context.beginPath()
        if (node.kind === 'topic') context.ellipse(x, y, w / 2, h / 2, 0, 0, 2 * Math.PI)
        else context.rect(x - w / 2, y - h / 2, w, h)
        context.fill()
      }
    }
    const toLeft = () => SIZE.width + 2 * AROUND + BUTTONS - view.camera.size.width
    const corner = () => {
      const { zoom, pan, size } = view.camera
      const standing = points.filter(([id]) => shown.nodes.has(id))
      const boxes = standing.map(([id, { x, y }]) => {
        const [across, down] = [(sizes.get(id)?.width ?? 0) / 2, (sizes.get(id)?.height ?? 0) / 2]
        const at = { x: x * zoom + pan.x, y: y * zoom + pan.y }
        return {
          ...{ x1: at.x - across * zoom, x2: at.x + across * zoom },
          ...{ y1: at.y - down * zoom, y2: at.y + down * zoom },
        }
      })
      const floating = { width: SIZE.width + 2 * AROUND, height: SIZE.height + 2 * AROUND }
      return freeCorner(boxes, size, floating, BUTTONS)
    }
    let isStale = true
    const draw = oncePerFrame(() => {
      const target = canvas.current
      const context = target && sized(target)
      if (!context) return
      if (isStale || !scale.current) drawWhole()
      isStale = false
      if (!scale.current) return
      const { left, top, by } = scale.current
      context.drawImage(whole, 0, 0, SIZE.width, SIZE.height)
      const { x1, y1, x2, y2 } = view.camera.extent
      const isWhole = points.every(([, { x, y }]) => x >= x1 && x <= x2 && y >= y1 && y <= y2)
      target.style.visibility = isWhole ? 'hidden' : 'visible'
      if (!view.gesture.isMoving)
        target.style.transform = corner() === 'left' ? `translateX(${toLeft()}px)` : ''
      context.strokeStyle = theme.color('--accent')
      context.lineWidth = 1.2
      const [fromX, fromY] = [Math.max(1, left + x1 * by), Math.max(1, top + y1 * by)]
      const toX = Math.min(SIZE.width - 1, left + x2 * by)
      const toY = Math.min(SIZE.height - 1, top + y2 * by)
      context.strokeRect(fromX, fromY, toX - fromX, toY - fromY)
    })
    draw.request()
    const stop = view.watch((onlyMoved) => {
      isStale ||= !onlyMoved
      draw.request()
    })
    return () => {
      stop()
      draw.stop()
    }
  }, [view, picture, shown, theme])

  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!scale.current || event.buttons !== 1) return
    const { left, top, by } = scale.current
    event.currentTarget.setPointerCapture(event.pointerId)
    view.gesture.end()
    const bounds = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - bounds.left - left) / by
    const y = (event.clientY - bounds.top - top) / by
    const zoom = view.cy.zoom()
    view.cy.pan({ x: view.cy.width() / 2 - x * zoom, y: view.cy.height() / 2 - y * zoom })
    view.camera.keep()
  }
  return (
    <canvas
      ref={canvas}
      aria-hidden
      onPointerDown={go}
      onPointerMove={go}
      style={{ width: SIZE.width, height: SIZE.height }}
      className="touch-none rounded-md border border-line bg-raised shadow-float max-sm:hidden"
    />
  )
}

/** Empties a canvas of the minimap's size. */
function sized(target: HTMLCanvasElement) {
  const ratio = devicePixelRatio || 1
  target.width = SIZE.width * ratio
  target.height = SIZE.height * ratio
  const context = target.getContext('2d')
  context?.scale(ratio, ratio)
  return context
}

function scaleOf(points: Iterable<Point>): Scale {
  const { x1, y1, x2, y2 } = boxOf({
    positions: new Map([...points].map((point, index) => [String(index), point])),
    sizes: new Map(),
  })
  const by = Math.min((SIZE.width - 2 * SIZE.pad) / (x2 - x1), (SIZE.height - 2 * SIZE.pad) / (y2 - y1))
  return { left: (SIZE.width - (x1 + x2) * by) / 2, top: (SIZE.height - (y1 + y2) * by) / 2, by }
}
