import type { GraphDto, GraphEdge } from '@/lib/shared/memory/graph'

export function neighboursOf(edges: readonly GraphEdge[]): Map<string, string[]> {
  const linked = new Map<string, string[]>()
  const add = (id: string, other: string) => linked.set(id, [...(linked.get(id) ?? []), other])
  for (const { from, to } of edges) {
    add(from, to)
    add(to, from)
  }
  return linked
}

/** How many links are between `centre` and each node at most `depth` links away, in either direction. */
export function stepsFrom(
  { nodes, edges }: Pick<GraphDto, 'nodes' | 'edges'>,
  centre: string,
  depth: number,
): Map<string, number> {
  const known = new Set(nodes.map(({ id }) => id))
  const linked = neighboursOf(edges)
  const steps = new Map<string, number>(known.has(centre) ? [[centre, 0]] : [])
  for (const [id, step] of steps) {
    if (step === depth) break
    for (const next of linked.get(id) ?? [])
      if (!steps.has(next) && known.has(next)) steps.set(next, step + 1)
  }
  return steps
}
