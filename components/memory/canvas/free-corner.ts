import type { Box, Size } from '../layout/placed'

/**
 * The lower corner for something that floats over a canvas, `aside` pixels from its right edge: the right
 * corner, unless it would cover one of the boxes and the left one would not.
 */
export function freeCorner(boxes: readonly Box[], canvas: Size, floating: Size, aside: number) {
  const isFree = (x1: number) =>
    !boxes.some(
      (box) => box.x1 < x1 + floating.width && box.x2 > x1 && box.y2 > canvas.height - floating.height,
    )
  const isLeft = !isFree(canvas.width - aside - floating.width) && isFree(0)
  return isLeft ? 'left' : 'right'
}
