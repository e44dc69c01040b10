import type { Point } from '../layout/spine'

/**
 * Zoom levels: the limits, the largest for `fit`, the least at which a timeline is readable, and the first
 * one for longer timelines.
 */
export const ZOOM = { min: 0.02, max: 4, fit: 1.2, readable: 0.4, first: 0.7, padding: 44, step: 1.35 }

type Box = { x1: number; y1: number; x2: number; y2: number }
type Viewport = { zoom: number; pan: Point }
type Size = { width: number; height: number }
/** Space that a node's shape and label need around its centre, in graph units. */
const AROUND = 40

/** The bounding box from node centres, which is far cheaper than from outlines. */
export function boxOf(points: Iterable<Point>): Box {
  const all = [...points]
  if (all.length === 0) return { x1: 0, y1: 0, x2: 1, y2: 1 }
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)]
  return {
    x1: Math.min(...xs) - AROUND,
    y1: Math.min(...ys) - AROUND,
    x2: Math.max(...xs) + AROUND,
    y2: Math.max(...ys) + AROUND,
  }
}

/** Fits everything; small graphs are not enlarged. */
export function fitted({ x1, y1, x2, y2 }: Box, { width, height }: Size): Viewport {
  const space = Math.min((width - 2 * ZOOM.padding) / (x2 - x1), (height - 2 * ZOOM.padding) / (y2 - y1))
  const zoom = Math.min(ZOOM.fit, Math.max(ZOOM.min, space))
  return { zoom, pan: { x: width / 2 - ((x1 + x2) / 2) * zoom, y: height / 2 - ((y1 + y2) / 2) * zoom } }
}

/** Pans so that a point is at a place of the canvas, given as shares of its width and height. */
export const putAt = (point: Point, zoom: number, { width, height }: Size, share: Point): Viewport => ({
  zoom,
  pan: { x: width * share.x - point.x * zoom, y: height * share.y - point.y * zoom },
})

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
