'use client'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { GraphNode } from '@/lib/shared/graph'
import type { Point } from '../layout/spine'
import type { Shown } from '../shown'
import { NODE_STYLES } from './graph-style'
import type { GraphView } from './graph-view'
import type { Theme } from './theme'
import { boxOf, oncePerFrame } from './viewport'

const SIZE = { width: 168, height: 96, pad: 6 } as const
/** Time may be compressed more than height, or a long timeline would be a thread. */
const STRETCH = 6
type Scale = { x1: number; y1: number; across: number; down: number; dx: number; dy: number }

/** The whole graph in a corner, with the visible part. Press or drag to move there. */
export function Minimap({
  view,
  nodes,
  shown,
  theme,
}: {
  view: GraphView
  nodes: readonly GraphNode[]
  shown: Shown
  theme: Theme
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<Scale | null>(null)
  useEffect(() => {
    const kinds = new Map(nodes.map((node) => [node.id, node.kind]))
    const draw = oncePerFrame(() => {
      const target = canvas.current
      const context = target?.getContext('2d')
      if (!target || !context) return
      const ratio = devicePixelRatio || 1
      target.width = SIZE.width * ratio
      target.height = SIZE.height * ratio
      context.scale(ratio, ratio)
      const points = [...view.positions()]
      const at = mapOf(points.map(([, point]) => point))
      box.current = at
      for (const [id, point] of points) {
        const kind = kinds.get(id)
        if (!kind || shown.unborn.has(id)) continue
        context.globalAlpha = shown.nodes.has(id) ? 0.9 : 0.15
        context.fillStyle = theme.color(NODE_STYLES[kind].border)
        const size = kind === 'turn' || kind === 'range' ? 2 : 1.4
        context.fillRect(
          at.dx + (point.x - at.x1) * at.across - size / 2,
          at.dy + (point.y - at.y1) * at.down - size / 2,
          size,
          size,
        )
      }
      context.globalAlpha = 1
      const { x1, y1, w, h } = view.cy.extent()
      context.strokeStyle = theme.color('--accent')
      context.lineWidth = 1.2
      const left = Math.max(1, at.dx + (x1 - at.x1) * at.across)
      const top = Math.max(1, at.dy + (y1 - at.y1) * at.down)
      const right = Math.min(SIZE.width - 1, at.dx + (x1 + w - at.x1) * at.across)
      const bottom = Math.min(SIZE.height - 1, at.dy + (y1 + h - at.y1) * at.down)
      if (right > left && bottom > top) context.strokeRect(left, top, right - left, bottom - top)
    })
    draw.request()
    const stop = view.watch(draw.request)
    return () => {
      stop()
      draw.stop()
    }
  }, [view, nodes, shown, theme])

  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    const at = box.current
    if (!at || event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const bounds = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - bounds.left - at.dx) / at.across + at.x1
    const y = (event.clientY - bounds.top - at.dy) / at.down + at.y1
    const zoom = view.cy.zoom()
    view.cy.pan({ x: view.cy.width() / 2 - x * zoom, y: view.cy.height() / 2 - y * zoom })
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

function mapOf(points: Iterable<Point>): Scale {
  const { x1, y1, x2, y2 } = boxOf(points)
  const across = (SIZE.width - 2 * SIZE.pad) / (x2 - x1)
  const down = (SIZE.height - 2 * SIZE.pad) / (y2 - y1)
  const [scaleX, scaleY] = [Math.min(across, down * STRETCH), Math.min(down, across * STRETCH)]
  return {
    x1,
    y1,
    across: scaleX,
    down: scaleY,
    dx: (SIZE.width - (x2 - x1) * scaleX) / 2,
    dy: (SIZE.height - (y2 - y1) * scaleY) / 2,
  }
}
