import type { GraphDto } from '@/lib/shared/graph'
import type { Point } from './spine'

/** The least share of known nodes at which a layout is kept. */
const KNOWN = 0.7
const BESIDE = 34
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
  nodes.forEach(({ id }, index) => {
    if (kept.has(id)) return
    const beside = edges.flatMap((edge) =>
      edge.from === id ? (kept.get(edge.to) ?? []) : edge.to === id ? (kept.get(edge.from) ?? []) : [],
    )
    const middle = (of: (point: Point) => number) =>
      beside.length ? beside.reduce((sum, point) => sum + of(point), 0) / beside.length : 0
    kept.set(id, {
      x: middle(({ x }) => x) + BESIDE * Math.cos(index * GOLDEN),
      y: middle(({ y }) => y) + BESIDE * Math.sin(index * GOLDEN),
    })
  })
  return kept
}
