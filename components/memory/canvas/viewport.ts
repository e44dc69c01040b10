import type { Box, Point, Size } from '../layout/placed'

/** Zoom levels. */
export const ZOOM = {
  min: 0.02,
  max: 4,
  /** The largest for a picture that fits the canvas, for islands, and for an opened turn. */
  fit: 1.15,
  island: 0.8,
  close: 1.5,
  /** The least at which rows of text are readable, and those of cards. */
  readable: 0.72,
  cards: 0.96,
  /** Of long conversations. */
  rows: 0.92,
  /** At which something small is opened. */
  open: 2.2,
  /** Pixels around a picture that fits. */
  padding: 40,
  /** The factor of a zoom button. */
  step: 1.35,
}
/** The share of the fitting zoom below which the view leaves a level. */
export const LEAVE = 0.6
/** How many times its first zoom a level is enlarged until what is under the pointer opens: five notches. */
export const ENTER = 2.5
/** Of a level whose first view does not show everything one leaves below this share of its zoom. */
export const LEAVE_ROWS = 0.4
/** Whether a picture or a label is stretched so much that it has to be drawn anew. */
export const isOdd = (by: number) => by > 1.6 || by < 0.72
/** The wheel's zoom: a notch of 120 px enlarges by a fifth. */
export const WHEEL = 0.0016
/** Time's scales: pixels per graph unit. */
export const AXES = {
  min: 0.004,
  max: 8,
  fit: { x: 2.4, y: 1.5 },
  /** The least scale of the rows in the first view. */
  readable: 0.85,
  /** At the right are the last names and the zoom buttons, above the dates and the name of the first row. */
  padding: { left: 48, right: 150, top: 72, bottom: 28 },
} as const

export type Viewport = { zoom: number; pan: Point }
type Placed = { positions: ReadonlyMap<string, Point>; sizes: ReadonlyMap<string, Size> }
/** Space that a small shape and its label need around its centre, in graph units. */
const AROUND = 34
/** From the middle of a turn in a row to what is left of it. */
const HALF_TURN = 22

/** The bounding box of a picture; `right` = room for labels next to the rightmost nodes. */
export function boxOf({ positions, sizes }: Placed, right = 0): Box {
  const box = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity }
  for (const [id, { x, y }] of positions) {
    const size = sizes.get(id)
    const [across, down] = size ? [size.width / 2, size.height / 2] : [AROUND, AROUND]
    box.x1 = Math.min(box.x1, x - across)
    box.y1 = Math.min(box.y1, y - down)
    box.x2 = Math.max(box.x2, x + across + (size ? 0 : right))
    box.y2 = Math.max(box.y2, y + down)
  }
  return positions.size ? box : { x1: 0, y1: 0, x2: 1, y2: 1 }
}

const middle = ({ x1, y1, x2, y2 }: Box): Point => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 })

/** Fits a box; small ones are enlarged up to `most`. `side` = the padding at the left and the right. */
export function fitted(
  box: Box,
  size: Size,
  most: number = ZOOM.fit,
  padding: number = ZOOM.padding,
  side: number = padding,
): Viewport {
  const { width, height } = size
  const space = Math.min((width - 2 * side) / (box.x2 - box.x1), (height - 2 * padding) / (box.y2 - box.y1))
  const zoom = Math.min(most, Math.max(ZOOM.min, space))
  return putAt(middle(box), zoom, size, { x: 0.5, y: 0.5 })
}

/** Pans so that a point is at a place of the canvas, given as shares of its width and height. */
export const putAt = (point: Point, zoom: number, { width, height }: Size, share: Point): Viewport => ({
  zoom,
  pan: { x: width * share.x - point.x * zoom, y: height * share.y - point.y * zoom },
})

/** A viewport that shows a point of the box, and no more empty space around the box than it must. */
export function within(
  box: Box,
  point: Point,
  zoom: number,
  size: Size,
  padding: number = ZOOM.padding,
): Viewport {
  const { pan } = putAt(point, zoom, size, { x: 0.5, y: 0.5 })
  const along = (start: number, end: number, at: number, length: number) => {
    const most = padding - start * zoom
    const least = length - padding - end * zoom
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at))
  }
  return {
    zoom,
    pan: { x: along(box.x1, box.x2, pan.x, size.width), y: along(box.y1, box.y2, pan.y, size.height) },
  }
}

/** The readable zoom at which the canvas shows no column in part. */
export function wholeColumns({ width }: Size, column: number): number {
  const room = width / column
  const across = Math.max(1, Math.min(Math.round(room / ZOOM.rows), Math.floor(room / ZOOM.readable)))
  return Math.min(ZOOM.fit, room / across)
}

/** Pans a picture of columns so that a column begins at the left, and the one with a point is in view. */
export function fromColumn({ zoom, pan }: Viewport, point: Point, size: Size, column: number): Viewport {
  const across = Math.max(1, Math.round(size.width / (column * zoom)))
  const first = Math.max(0, Math.round(point.x / column) - across + 1)
  // Closer to the edge the texts of the column before it are out of view.
  return { zoom, pan: { x: (HALF_TURN - first * column) * zoom, y: pan.y } }
}

/** Scales of both axes that show everything, each as large as it can be. */
export function fittedAxes({ x1, y1, x2, y2 }: Box, { width, height }: Size): Sight {
  const { left, top, bottom } = AXES.padding
  const right = Math.min(AXES.padding.right, width / 4)
  const along = (room: number, length: number, most: number) =>
    Math.min(most, Math.max(AXES.min, room / Math.max(1, length)))
  const scale = {
    x: along(width - left - right, x2 - x1, AXES.fit.x),
    y: along(height - top - bottom, y2 - y1, AXES.fit.y),
  }
  const rest = height - top - bottom - (y2 - y1) * scale.y
  return { scale, pan: { x: left - x1 * scale.x, y: top + Math.max(0, rest / 2) - y1 * scale.y } }
}

/** Pixels per graph unit along each axis, and where graph point (0, 0) is on screen. */
export type Sight = { scale: Point; pan: Point }
export const stretchOf = ({ scale }: Sight, drawn: Sight): Point => ({
  x: scale.x / drawn.scale.x,
  y: scale.y / drawn.scale.y,
})
/** The CSS transform that takes a picture from where it was drawn to where it should be now. */
export function stretching(to: Sight, drawn: Sight): string {
  const by = stretchOf(to, drawn)
  return `matrix(${by.x}, 0, 0, ${by.y}, ${to.pan.x - by.x * drawn.pan.x}, ${to.pan.y - by.y * drawn.pan.y})`
}

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
