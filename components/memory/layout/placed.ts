export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
/** As on a phone. */
export const isNarrow = ({ width }: Size) => width < 640
export type Box = { x1: number; y1: number; x2: number; y2: number }
/** The part of the plane that a layout fills, and the zoom at which the canvas shows exactly that. */
export type Area = Box & { zoom: number }
/** Room for the text next to a node, in graph units. */
export type Row = { width: number; lines: number }
/** `sizes`, in graph units = of nodes whose size is not their kind's; `rows` = of turns in a card. */
export type Placed = {
  positions: Map<string, Point>
  sizes: Map<string, Size>
  rows?: Map<string, Row>
  area?: Area
}

/** The smallest box that holds both. */
export const around = (a: Box, b: Box): Box => ({
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1),
  x2: Math.max(a.x2, b.x2),
  y2: Math.max(a.y2, b.y2),
})

export const boxesOverlap = (a: Box, b: Box) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2
