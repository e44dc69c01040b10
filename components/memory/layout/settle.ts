import type { GraphDto } from '@/lib/shared/graph'
import { neighboursOf } from './neighbourhood'
import type { Point } from './spine'

/** The least share of known nodes at which a layout is kept. */
const KNOWN = 0.7
const DISTANCE = 34
const GOLDEN = Math.PI * (3 - Math.sqrt(5))

/**
 * Positions for a graph that grew: known nodes stay, new ones go next to what they are linked with. Null if
 * too little of it is known.
 */
export function settle(
  { nodes, edges }: Pick<GraphDto, 'nodes' | 'edges'>,
  known: ReadonlyMap<string, Point>,
): Map<string, Point> | null {
  const kept = new Map(nodes.flatMap(({ id }) => (known.has(id) ? [[id, known.get(id) as Point]] : [])))
  if (kept.size < nodes.length * KNOWN) return null
  const linked = neighboursOf(edges)
  nodes.forEach(({ id }, index) => {
    if (kept.has(id)) return
    const near = (linked.get(id) ?? []).flatMap((other) => kept.get(other) ?? [])
    const mean = (of: (point: Point) => number) =>
      near.reduce((sum, point) => sum + of(point), 0) / Math.max(1, near.length)
    kept.set(id, {
      x: mean(({ x }) => x) + DISTANCE * Math.cos(index * GOLDEN),
      y: mean(({ y }) => y) + DISTANCE * Math.sin(index * GOLDEN),
    })
  })
  return kept
}
