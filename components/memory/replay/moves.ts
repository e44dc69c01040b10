import type { Point } from '@/components/memory/layout/spine'
import type { MemoryPart } from '@/components/memory/memory-part'
import type { GraphPosition } from '@/lib/shared/graph'

/** What was moved by hand: in the time view the distance from its place, in the force view the place. */
export type Moves = { time: ReadonlyMap<string, Point>; force: ReadonlyMap<string, Point> }

const byNode = (positions: GraphPosition[]) => new Map(positions.map(({ node, x, y }) => [node, { x, y }]))
export const movesOf = ({ moved }: MemoryPart): Moves => ({
  time: byNode(moved.time),
  force: byNode(moved.force),
})
