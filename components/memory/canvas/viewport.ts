import type { Box, Point, Size } from '../layout/placed'

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
/** Zooming out below this share of the first zoom leaves a level that did not fit on the canvas. */
export const LEAVE_ROWS = 0.4
/** Whether labels are stretched so much that they have to be laid out anew. */
export const isOdd = (by: number) => !(by <= 1.6 && by >= 0.72)
/** The wheel's zoom: a notch of 120 px enlarges by a fifth. */
export const WHEEL = 0.0016
export type Viewport = { zoom: number; pan: Point }
type Placed = { positions: ReadonlyMap<string, Point>; sizes: ReadonlyMap<string, Size> }
/** Space that a small shape and its label need around its centre, in graph units. */
const AROUND = 34
/**
 * The bounding box of a picture; `right` = room for labels next to the rightmost nodes, `around` = around
 * all.
 */
export function boxOf({ positions, sizes }: Placed, right = 0, around: number = AROUND): Box {
  const box = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity }
  for (const [id, { x, y }] of positions) {
    const size = sizes.get(id)
    const [across, down] = size ? [size.width / 2, size.height / 2] : [around, around]
    box.x1 = Math.min(box.x1, x - across)
    box.y1 = Math.min(box.y1, y - down)
    box.x2 = Math.max(box.x2, x + across + (size ? 0 : right))
    box.y2 = Math.max(box.y2, y + down)
  }
  return positions.size ? box : { x1: 0, y1: 0, x2: 1, y2: 1 }
}

const middle = ({ x1, y1, x2, y2 }: Box): Point => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 })

/** Fits a box; small ones are enlarged up to `most`. */
export function fittedView(
  box: Box,
  size: Size,
  most: number = ZOOM.fit,
  padding: number = ZOOM.padding,
): Viewport {
  const { width, height } = size
  const space = Math.min(
    (width - 2 * padding) / (box.x2 - box.x1),
    (height - 2 * padding) / (box.y2 - box.y1),
  )
  return centred(middle(box), Math.min(most, Math.max(ZOOM.min, space)), size)
}

/** Pans so that a point is in the middle of the canvas. */
export const centred = (point: Point, zoom: number, { width, height }: Size): Viewport => ({
  zoom,
  pan: { x: width / 2 - point.x * zoom, y: height / 2 - point.y * zoom },
})

/** A viewport that shows a point of the box, and no more empty space around the box than it must. */
export function insideView(
  box: Box,
  point: Point,
  zoom: number,
  size: Size,
  padding: number = ZOOM.padding,
): Viewport {
  const { pan } = centred(point, zoom, size)
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

/** How far a box has to move to reach into a canvas. */
export function wayInto({ x1, y1, x2, y2 }: Box, { width, height }: Size, inset: number): Point {
  const along = (start: number, end: number, length: number) =>
    end < inset ? inset - end : start > length - inset ? length - inset - start : 0
  return { x: along(x1, x2, width), y: along(y1, y2, height) }
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
