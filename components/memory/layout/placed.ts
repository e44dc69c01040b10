export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
export type Box = { x1: number; y1: number; x2: number; y2: number }
/** The part of the plane that a layout fills, and the zoom at which the canvas shows exactly that. */
export type Area = Box & { zoom: number }
/** Where the nodes of a picture are. `sizes` = of those whose size is not their kind's, in graph units. */
export type Placed = { positions: Map<string, Point>; sizes: Map<string, Size>; area?: Area }
