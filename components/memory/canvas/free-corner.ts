import type { Box, Size } from '../layout/placed'

/**
 * The lower corner of a canvas for something that floats `aside` pixels from its side: the right one, unless only
 * the left one covers none of the boxes.
 */
export function freeCorner(boxes: readonly Box[], canvas: Size, floating: Size, aside: number) {
  const isFree = (x1: number) =>
    !boxes.some(
      (box) => box.x1 < x1 + floating.width && box.x2 > x1 && box.y2 > canvas.height - floating.height,
    )
  const isLeft = !isFree(canvas.width - aside - floating.width) && isFree(0)
  return isLeft ? 'left' : 'right'
}
