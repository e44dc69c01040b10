import { CARD } from '@/components/memory/layout/cards-layout'
import { isIsland } from '@/components/memory/layout/island-layout'
import { neighboursOf } from '@/components/memory/layout/neighbourhood'
import type { Point } from '@/components/memory/layout/placed'
import type { GraphDto, GraphNode } from '@/lib/shared/memory/graph'
import { topicNode } from '@/lib/shared/memory/map'
import type { Picture } from './elements'

const AXIS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
export type Direction = keyof typeof AXIS
export const isDirection = (key: string): key is Direction => key in AXIS
/** A linked node within 60 degrees of the arrow counts as next; other nodes must be within 45 degrees. */
const LINKED = Math.cos(Math.PI / 3)
const LOOSE = Math.cos(Math.PI / 4) - 1e-9

type Walk = {
  graph: Pick<GraphDto, 'nodes' | 'edges'>
  positions: ReadonlyMap<string, Point>
  standing: ReadonlySet<string>
}

/** The node an arrow leads to: the nearest linked one there, else of all that are not faded. */
export function walk(
  { graph, positions, standing }: Walk,
  from: string,
  direction: Direction,
): string | null {
  const start = positions.get(from)
  if (!start) return null
  const linked = new Set(neighboursOf(graph.edges).get(from))
  const axis = AXIS[direction]
  let best: { id: string; cost: number } | null = null
  for (const { id } of graph.nodes) {
    const point = positions.get(id)
    if (id === from || !point || !standing.has(id)) continue
    const dx = point.x - start.x
    const dy = point.y - start.y
    const distance = Math.hypot(dx, dy)
    if (distance === 0) continue
    const straight = (dx * axis.x + dy * axis.y) / distance
    if (straight < (linked.has(id) ? LINKED : LOOSE)) continue
    const cost = (distance / straight) * (linked.has(id) ? 1 : 1_000)
    if (!best || cost < best.cost || (cost === best.cost && id < best.id)) best = { id, cost }
  }
  return best?.id ?? null
}

/** Where nodes are in rows or unlinked, arrow keys go by position only; otherwise they follow links. */
export const walkOf = ({ graph, level }: Pick<Picture, 'graph' | 'level'>): Walk['graph'] =>
  level === 4 ? graph : { nodes: graph.nodes, edges: [] }

/** Where the arrows find nodes: a card at its name, right above its turns. */
export function walkPoints(
  { level, sizes }: Pick<Picture, 'level' | 'sizes'>,
  drawn: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  if (level !== 2) return drawn
  const named = ([id, { x, y }]: [string, Point]): [string, Point] => {
    const card = id.startsWith('conversation:') ? sizes.get(id) : undefined
    if (!card) return [id, { x, y }]
    return [id, { x: x - card.width / 2 + CARD.inset, y: y - (card.height - CARD.head) / 2 }]
  }
  return new Map([...drawn].map(named))
}

/** Where keyboard navigation starts: at the newest turn that is not faded, else at the largest topic's card or island. */
export function startOfWalk(
  { graph, positions, level }: Pick<Picture, 'positions' | 'level'> & { graph: Pick<GraphDto, 'nodes'> },
  standing: ReadonlySet<string>,
): string | null {
  const isThere = ({ id }: { id: string }) => standing.has(id) && positions.has(id)
  const newest = level === 2 ? null : newestTurn(graph.nodes.filter(isThere))
  if (newest) return newest.id
  const last = (node: GraphNode) => Number(!isIsland(node) || node.id === topicNode(null))
  const [largest] = graph.nodes
    .filter(isThere)
    .sort((a, b) => last(a) - last(b) || b.count - a.count || (a.id < b.id ? -1 : 1))
  return largest?.id ?? null
}

export const newestTurn = (nodes: readonly GraphNode[]) =>
  nodes
    .filter(({ kind }) => kind === 'turn')
    .reduce<GraphNode | null>(
      (last, node) =>
        last && (last.at > node.at || (last.at === node.at && last.to > node.to)) ? last : node,
      null,
    )
