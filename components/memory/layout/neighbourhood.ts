import type { GraphDto, GraphEdge, GraphNode } from '@/lib/shared/graph'
import { limits } from '@/lib/shared/limits'

/** The most nodes in a local graph; the nearest win. */
const MOST = limits.graph.localNodes
export type Neighbourhood = {
  nodes: GraphNode[]
  edges: GraphEdge[] /** Links between a node and the centre. */
  steps: Map<string, number>
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
  const linked = new Map<string, string[]>()
  for (const { from, to } of graph.edges) {
    linked.set(from, [...(linked.get(from) ?? []), to])
    linked.set(to, [...(linked.get(to) ?? []), from])
  }
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
