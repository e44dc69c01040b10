import type { GraphNode } from '@/lib/shared/memory/graph'
import { nodeSize } from '../canvas/graph-style'
import type { Neighbourhood } from './neighbourhood'
import type { Placed, Point, Row, Size } from './placed'
import { isPart } from './rows-layout'

/** Pixels of the first view: a row, what stands left of the shapes, and how far each step is indented. */
const ROW = { height: 44, lines: 2, left: 46, indent: 26 } as const
/** The bar at the top, and the zoom buttons at the bottom. */
const EDGE = { top: 64, bottom: 96, right: 18 } as const
const LEAST = 6

/** How many rows a canvas has room for. */
export const rowsOf = ({ height }: Size) =>
  Math.max(LEAST, Math.floor((height - EDGE.top - EDGE.bottom) / ROW.height))

/**
 * The surroundings of a node on a phone: a row for each, in order of time, with its text beside it; further
 * ones are further from the left. Only the nearest `most`. Contexts and summaries are parts of their turns.
 */
export function aroundLayout(
  { nodes, steps }: Neighbourhood,
  born: ReadonlyMap<string, number>,
  { width }: Size,
  most: number,
): Placed {
  const time = ({ id }: GraphNode) => born.get(id) ?? 0
  const far = ({ id }: GraphNode) => steps.get(id) ?? 0
  const kept = nodes
    .filter((node) => !isPart(node) || far(node) === 0)
    .sort((a, b) => far(a) - far(b))
    .slice(0, most)
    .sort((a, b) => time(a) - time(b))
  const [positions, sizes, rows] = [new Map<string, Point>(), new Map<string, Size>(), new Map<string, Row>()]
  kept.forEach((node, index) => {
    const size = nodeSize(node)
    const x = ROW.left + far(node) * ROW.indent
    positions.set(node.id, { x, y: (index + 0.5) * ROW.height })
    sizes.set(node.id, size)
    rows.set(node.id, { width: width - x - size.width / 2 - EDGE.right, lines: ROW.lines })
  })
  const y2 = kept.length * ROW.height + EDGE.bottom
  return { positions, sizes, rows, area: { x1: 0, y1: -EDGE.top, x2: width, y2, zoom: 1 } }
}
