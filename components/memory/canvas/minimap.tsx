'use client'
import { type PointerEvent, useEffect, useRef } from 'react'
import { type GraphNode, NODE_KINDS } from '@/lib/shared/graph'
import type { Point } from '../layout/placed'
import type { Shown } from '../shown'
import { NODE_STYLES } from './graph-style'
import type { GraphView } from './graph-view'
import type { Theme } from './theme'
import { boxOf, oncePerFrame } from './viewport'

const SIZE = { width: 168, height: 96, pad: 6 } as const
/** Time may be compressed more than height, or a long timeline would be a thread. */
const STRETCH = 6
/** A graph's x is at `left + x * across` on the map, its y at `top + y * down`. */
type Scale = { left: number; top: number; across: number; down: number }
type Props = { view: GraphView; nodes: readonly GraphNode[]; shown: Shown; theme: Theme }

/** The whole graph in a corner, with the visible part. Press or drag to move there. */
export function Minimap({ view, nodes, shown, theme }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = useRef<Scale | null>(null)
  useEffect(() => {
    const kinds = new Map(nodes.map((node) => [node.id, node.kind]))
    const colors = new Map(NODE_KINDS.map((kind) => [kind, theme.color(NODE_STYLES[kind].border)]))
    const draw = oncePerFrame(() => {
      const target = canvas.current
      const context = target?.getContext('2d')
      if (!target || !context) return
      const ratio = devicePixelRatio || 1
      target.width = SIZE.width * ratio
      target.height = SIZE.height * ratio
      context.scale(ratio, ratio)
      const points = [...view.positions()]
      const { left, top, across, down } = scaleOf(points.map(([, point]) => point))
      scale.current = { left, top, across, down }
      for (const [id, point] of points) {
        const kind = kinds.get(id)
        if (!kind || shown.unborn.has(id)) continue
        context.globalAlpha = shown.nodes.has(id) ? 0.9 : 0.15
        context.fillStyle = colors.get(kind) ?? ''
        const size = kind === 'turn' || kind === 'range' ? 2 : 1.4
        const [x, y] = [left + point.x * across, top + point.y * down]
        context.fillRect(x - size / 2, y - size / 2, size, size)
      }
      context.globalAlpha = 1
      const { x1, y1, w, h } = view.cy.extent()
      context.strokeStyle = theme.color('--accent')
      context.lineWidth = 1.2
      context.strokeRect(left + x1 * across, top + y1 * down, w * across, h * down)
    })
    draw.request()
    const stop = view.watch(draw.request)
    return () => {
      stop()
      draw.stop()
    }
  }, [view, nodes, shown, theme])

  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!scale.current || event.buttons !== 1) return
    const { left, top, across, down } = scale.current
    event.currentTarget.setPointerCapture(event.pointerId)
    const bounds = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - bounds.left - left) / across
    const y = (event.clientY - bounds.top - top) / down
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

function scaleOf(points: Iterable<Point>): Scale {
  const { x1, y1, x2, y2 } = boxOf(points)
  const wide = (SIZE.width - 2 * SIZE.pad) / (x2 - x1)
  const high = (SIZE.height - 2 * SIZE.pad) / (y2 - y1)
  const [across, down] = [Math.min(wide, high * STRETCH), Math.min(high, wide * STRETCH)]
  return {
    left: (SIZE.width - (x1 + x2) * across) / 2,
    top: (SIZE.height - (y1 + y2) * down) / 2,
    across,
    down,
  }
}
