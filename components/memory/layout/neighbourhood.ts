import { limits } from '@/lib/shared/limits'
import type { GraphDto, GraphEdge, GraphNode } from '@/lib/shared/memory/graph'

/** The most nodes in a local graph; the nearest win. */
const MOST = limits.graph.localNodes
/** `steps` = the number of links between a node and the centre. */
export type Neighbourhood = { nodes: GraphNode[]; edges: GraphEdge[]; steps: Map<string, number> }

/** The other end of each of a node's links. */
export function neighboursOf(edges: readonly GraphEdge[]): Map<string, string[]> {
  const linked = new Map<string, string[]>()
  const add = (id: string, other: string) => linked.set(id, [...(linked.get(id) ?? []), other])
  for (const { from, to } of edges) {
    add(from, to)
    add(to, from)
  }
  return linked
}

/**
 * Nodes at most `depth` links from `centre`, in either direction, and all links among them. Empty if the
 * centre is not in the graph.
 */
export function neighbourhood(
  graph: Pick<GraphDto, 'nodes' | 'edges'>,
  centre: string,
  depth: number,
): Neighbourhood {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const linked = neighboursOf(graph.edges)
  const steps = new Map<string, number>(byId.has(centre) ? [[centre, 0]] : [])
  for (const [id, step] of steps) {
    if (step === depth) break
    for (const next of linked.get(id) ?? [])
      if (!steps.has(next) && byId.has(next) && steps.size < MOST) steps.set(next, step + 1)
  }
  return {
    nodes: graph.nodes.filter((node) => steps.has(node.id)),
    edges: graph.edges.filter((edge) => steps.has(edge.from) && steps.has(edge.to)),
    steps,
  }
}
