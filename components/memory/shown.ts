import { isIsland } from '@/components/memory/layout/island-layout'
import type { EdgeKind, GraphDto, GraphEdge, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { conversationNode, topicNode } from '@/lib/shared/memory/map'
import { holdsAll, soughtIn } from '@/lib/shared/memory/sought'
import { fold } from '@/lib/shared/words'

type Graph = Pick<GraphDto, 'nodes' | 'edges'>
export type Filter = {
  hidden: ReadonlySet<NodeKind | EdgeKind>
  text: string
  /** Turns whose full text contains `text`, from the server; null until it responds. */
  found: readonly GraphNode[] | null
  /** Whether something is of the period that is shown; null = of any. */
  isInPeriod: ((node: GraphNode) => boolean) | null
}
/** Ids that match. `gone` = of hidden kinds, removed; what text or period excludes stays, faded. */
export type ShownElements = Record<'nodes' | 'edges' | 'gone', ReadonlySet<string>>

/** Which elements match a filter. A link matches if its kind and both its ends do. */
export function shownElements(graph: Graph, filter: Filter): ShownElements {
  const isGone = ({ kind }: GraphNode | GraphEdge) => filter.hidden.has(kind)
  const gone = new Set([...graph.nodes, ...graph.edges].filter(isGone).map(({ id }) => id))
  const matches = textMatcher(filter, graph.nodes)
  const { isInPeriod } = filter
  const nodes = new Set(
    graph.nodes
      .filter((node) => !gone.has(node.id) && matches(node) && (isInPeriod?.(node) ?? true))
      .map(({ id }) => id),
  )
  for (const edge of graph.edges) if (gone.has(edge.from) || gone.has(edge.to)) gone.add(edge.id)
  const edges = graph.edges.filter((edge) => !gone.has(edge.id) && nodes.has(edge.from) && nodes.has(edge.to))
  return { nodes, edges: new Set(edges.map(({ id }) => id)), gone }
}

/** By label (any word form), by number ("12", "message 12", inside a range), or as the server found. */
function textMatcher({ text, found }: Filter, all: readonly GraphNode[]): (node: GraphNode) => boolean {
  const wanted = simple(text)
  if (!wanted) return () => true
  const number = Number(/^(?:(?:message|turn) )?(\d{1,9})$/.exec(wanted)?.[1] ?? Number.NaN)
  const sought = soughtIn(text)
  const turns = new Set(found?.map(({ turnId }) => turnId))
  const hits = hitsOf(found ?? [], all)
  return (node) => {
    if (simple(node.label).includes(wanted) || holdsAll(node.label, sought)) return true
    if (isIsland(node)) return hits.has(node.id)
    return (node.from <= number && number <= node.to) || (node.turnId !== null && turns.has(node.turnId))
  }
}

/** How many of the found turns each island of a picture has: each turn counts once. */
export function hitsOf(found: readonly GraphNode[], all: readonly GraphNode[]): Map<string, number> {
  const islandOf = islandsOf(all)
  const hits = new Map<string, number>()
  for (const { topicId, conversationId } of found) {
    const id = islandOf(topicId ?? null, conversationId)
    hits.set(id, (hits.get(id) ?? 0) + 1)
  }
  return hits
}

/** The island that a turn is on: its conversation where that is one, else its topic. */
export function islandsOf(nodes: readonly GraphNode[]) {
  const there = new Set(nodes.filter(isIsland).map(({ id }) => id))
  return (topicId: string | null, conversationId: string) => {
    const own = conversationNode(conversationId)
    return there.has(own) ? own : topicNode(topicId)
  }
}

const simple = (text: string) => text.trim().split(/\s+/).map(fold).join(' ')
