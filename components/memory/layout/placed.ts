export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
/** Where the nodes of a picture are. `sizes` = of those whose size is not their kind's, in graph units. */
export type Placed = { positions: Map<string, Point>; sizes: Map<string, Size> }
