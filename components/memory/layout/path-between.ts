import type { GraphEdge } from '@/lib/shared/memory/graph'

/**
 * The shortest way between two nodes along links in either direction: nodes and links in turn; empty = none.
 */
export function pathBetween(edges: readonly GraphEdge[], from: string, to: string): string[] {
  const links = new Map<string, { edge: string; other: string }[]>()
  const add = (id: string, edge: string, other: string) =>
    links.set(id, [...(links.get(id) ?? []), { edge, other }])
  for (const edge of edges) {
    add(edge.from, edge.id, edge.to)
    add(edge.to, edge.id, edge.from)
  }
  const came = new Map<string, { edge: string; before: string } | null>([[from, null]])
  for (const [id] of came)
    for (const { edge, other } of links.get(id) ?? [])
      if (!came.has(other)) came.set(other, { edge, before: id })
  if (!came.has(to)) return []
  const way = [to]
  for (let step = came.get(to); step; step = came.get(step.before)) way.unshift(step.before, step.edge)
  return way
}
