import type { Core } from 'cytoscape'
import type { Point } from '../layout/spine'

/**
 * Zoom levels: the limits, the largest for `fit`, the least at which a timeline is readable, and the first
 * one for longer timelines.
 */
export const ZOOM = {
  min: 0.02,
  max: 4,
  fit: 1.2,
  readable: 0.4,
  first: 0.7,
  padding: 44,
  step: 1.35,
} as const

/** Zooms around the centre of the canvas. */
export function zoomAround(cy: Core, factor: number) {
  cy.zoom({
    level: Math.min(ZOOM.max, Math.max(ZOOM.min, cy.zoom() * factor)),
    renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 },
  })
}

export type Box = { x1: number; y1: number; x2: number; y2: number }
export type Viewport = { zoom: number; pan: Point }
type Size = { width: number; height: number }
/** Space that a node's shape and label need around its centre, in graph units. */
const AROUND = 40

/** The bounding box from node centres, which is far cheaper than from outlines. */
export function boxOf(points: Iterable<Point>): Box {
  const box: Box = {
    x1: Number.POSITIVE_INFINITY,
    y1: Number.POSITIVE_INFINITY,
    x2: Number.NEGATIVE_INFINITY,
    y2: Number.NEGATIVE_INFINITY,
  }
  for (const { x, y } of points) {
    box.x1 = Math.min(box.x1, x - AROUND)
    box.y1 = Math.min(box.y1, y - AROUND)
    box.x2 = Math.max(box.x2, x + AROUND)
    box.y2 = Math.max(box.y2, y + AROUND)
  }
  return box.x1 > box.x2 ? { x1: 0, y1: 0, x2: 1, y2: 1 } : box
}

/** Fits everything; small graphs are not enlarged. */
export function fitted({ x1, y1, x2, y2 }: Box, { width, height }: Size): Viewport {
  const zoom = Math.min(
    ZOOM.fit,
    Math.max(
      ZOOM.min,
      Math.min((width - 2 * ZOOM.padding) / (x2 - x1), (height - 2 * ZOOM.padding) / (y2 - y1)),
    ),
  )
  return { zoom, pan: { x: width / 2 - ((x1 + x2) / 2) * zoom, y: height / 2 - ((y1 + y2) / 2) * zoom } }
}

/** Pans so that a point is at a place of the canvas, given as shares of its width and height. */
export const putAt = (
  point: Point,
  zoom: number,
  { width, height }: Size,
  across: number,
  down: number,
): Viewport => ({
  zoom,
  pan: { x: width * across - point.x * zoom, y: height * down - point.y * zoom },
})

/** The same view, shifted so that no side is empty while the graph continues on the opposite side. */
export function withoutGaps({ zoom, pan }: Viewport, box: Box, { width, height }: Size): Viewport {
  const shift = (start: number, end: number, size: number) => {
    const before = start - ZOOM.padding / 2
    const after = size - ZOOM.padding / 2 - end
    if (before > 0 && after < 0) return -Math.min(before, -after)
    return after > 0 && before < 0 ? Math.min(after, -before) : 0
  }
  const x = shift(box.x1 * zoom + pan.x, box.x2 * zoom + pan.x, width)
  const y = shift(box.y1 * zoom + pan.y, box.y2 * zoom + pan.y, height)
  return { zoom, pan: { x: pan.x + x, y: pan.y + y } }
}

/** Label sizes in graph units that stay readable when zoomed out: [least zoom, size]. */
const NAMES: readonly [zoom: number, size: number][] = [
  [0.85, 11],
  [0.6, 15],
  [0.42, 21],
  [0.28, 32],
  [0, 44],
]
export const NAME_SIZES = NAMES.map(([, size]) => size)
export const nameSize = (zoom: number) => NAMES.find(([least]) => zoom >= least)?.[1] ?? 11

/** Calls `draw` at most once per frame. @returns functions to request and to cancel it. */
export function oncePerFrame(draw: () => void): { request(): void; stop(): void } {
  let frame = 0
  return {
    request() {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        draw()
      })
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
