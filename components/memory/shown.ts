import type { EdgeKind, GraphDto, GraphEdge, GraphNode, NodeKind } from '@/lib/shared/graph'
import { fold } from '@/lib/shared/words'
import type { Growth } from './replay/growth'

export type Filter = {
  hidden: ReadonlySet<NodeKind | EdgeKind>
  text: string
  /** Turns whose full text contains `text`, from the server; null until it responds. */
  found: ReadonlySet<string> | null
  /** The last step of the replay on screen; null = now. */
  until: number | null
}
/** Ids that match the filter. `faded` elements stay in place; `unborn` ones come later in the replay. */
export type Shown = { nodes: ReadonlySet<string>; edges: ReadonlySet<string>; unborn: ReadonlySet<string> }

/**
 * Which elements match a filter. A link matches if its kind and both its ends do. Nothing is ever removed.
 */
export function shownOf(graph: Pick<GraphDto, 'nodes' | 'edges'>, growth: Growth, filter: Filter): Shown {
  const isUnborn = (id: string) => filter.until !== null && (growth.born.get(id) ?? 0) > filter.until
  const unborn = new Set([...graph.nodes, ...graph.edges].map(({ id }) => id).filter(isUnborn))
  const matches = textMatcher(filter)
  const stays = ({ id, kind }: GraphNode | GraphEdge) => !filter.hidden.has(kind) && !unborn.has(id)
  const nodes = new Set(graph.nodes.filter((node) => stays(node) && matches(node)).map(({ id }) => id))
  const edges = graph.edges.filter((edge) => stays(edge) && nodes.has(edge.from) && nodes.has(edge.to))
  return { nodes, edges: new Set(edges.map(({ id }) => id)), unborn }
}

/**
 * Matches by label, by number ("12", "turn 12", also inside a range), or by the server's full-text result.
 */
function textMatcher({ text, found }: Pick<Filter, 'text' | 'found'>): (node: GraphNode) => boolean {
  const wanted = simple(text)
  if (!wanted) return () => true
  const number = Number(/^(?:turn )?(\d{1,9})$/.exec(wanted)?.[1] ?? Number.NaN)
  return (node) =>
    simple(node.label).includes(wanted) ||
    (node.from <= number && number <= node.to) ||
    (node.turnId !== null && (found?.has(node.turnId) ?? false))
}
const simple = (text: string) => text.trim().split(/\s+/).map(fold).join(' ')

/** Elements of each kind in the graph, before filtering. */
export function countKinds(graph: Pick<GraphDto, 'nodes' | 'edges'>): Map<NodeKind | EdgeKind, number> {
  const counts = new Map<NodeKind | EdgeKind, number>()
  for (const { kind } of [...graph.nodes, ...graph.edges]) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
