import type { Point } from '@/components/memory/layout/spine'
import type { MemoryPart } from '@/components/memory/memory-part'
import type { GraphPosition } from '@/lib/shared/graph'

/** Nodes moved by hand: an offset in the time view, a position in the force view. */
export type Moves = { time: ReadonlyMap<string, Point>; force: ReadonlyMap<string, Point> }

const byNode = (positions: GraphPosition[]) => new Map(positions.map(({ node, x, y }) => [node, { x, y }]))
export const movesOf = ({ moved }: MemoryPart): Moves => ({
  time: byNode(moved.time),
  force: byNode(moved.force),
})
