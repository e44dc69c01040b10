import { isIsland } from '@/components/memory/layout/island-layout'
import type { EdgeKind, GraphDto, GraphEdge, GraphNode, NodeKind } from '@/lib/shared/memory/graph'
import { conversationNode, topicNode } from '@/lib/shared/memory/map'
import { holdsAll, soughtIn } from '@/lib/shared/memory/sought'
import { fold } from '@/lib/shared/words'
import type { Growth } from './replay/growth'

export type Filter = {
  hidden: ReadonlySet<NodeKind | EdgeKind>
  text: string
  /** Turns whose full text contains `text`, from the server; null until it responds. */
  found: readonly GraphNode[] | null
  /** The last step of the replay on screen; null = now. */
  until: number | null
}
/**
 * Ids that match the filter. `gone` elements are removed from the picture: the legend hides their kind, or
 * they come later in the replay. Elements that only the text filter excludes stay, faded. `current` = facts
 * that are not replaced until later in the replay.
 */
export type Shown = Record<'nodes' | 'edges' | 'gone' | 'current', ReadonlySet<string>>

/** Which elements match a filter. A link matches if its kind and both its ends do. */
export function shownOf(graph: Pick<GraphDto, 'nodes' | 'edges'>, growth: Growth, filter: Filter): Shown {
  const isUnborn = (id: string) => filter.until !== null && (growth.born.get(id) ?? 0) > filter.until
  const isGone = ({ id, kind }: GraphNode | GraphEdge) => filter.hidden.has(kind) || isUnborn(id)
  const gone = new Set([...graph.nodes, ...graph.edges].filter(isGone).map(({ id }) => id))
  const matches = textMatcher(filter)
  const nodes = new Set(graph.nodes.filter((node) => !gone.has(node.id) && matches(node)).map(({ id }) => id))
  for (const edge of graph.edges) if (gone.has(edge.from) || gone.has(edge.to)) gone.add(edge.id)
  const edges = graph.edges.filter((edge) => !gone.has(edge.id) && nodes.has(edge.from) && nodes.has(edge.to))
  const { until } = filter
  const later = [...growth.replaced].filter(([, step]) => until !== null && step > until)
  return {
    ...{ nodes, edges: new Set(edges.map(({ id }) => id)), gone },
    current: new Set(later.map(([id]) => id)),
  }
}

/**
 * Matches by label, whatever the form of its words, by number ("12", "turn 12", also inside a range), or by
 * what the server found: a turn, its conversation and its topic.
 */
function textMatcher({ text, found }: Pick<Filter, 'text' | 'found'>): (node: GraphNode) => boolean {
  const wanted = simple(text)
  if (!wanted) return () => true
  const number = Number(/^(?:turn )?(\d{1,9})$/.exec(wanted)?.[1] ?? Number.NaN)
  const sought = soughtIn(text)
  const turns = new Set(found?.map(({ turnId }) => turnId))
  const hits = hitsOf(found ?? [])
  return (node) => {
    if (simple(node.label).includes(wanted) || holdsAll(node.label, sought)) return true
    if (isIsland(node)) return hits.has(node.id)
    return (node.from <= number && number <= node.to) || (node.turnId !== null && turns.has(node.turnId))
  }
}

/** How many of the found turns each topic and conversation has, by its node. */
export function hitsOf(found: readonly GraphNode[]): Map<string, number> {
  const hits = new Map<string, number>()
  for (const { topicId, conversationId } of found)
    for (const id of [topicNode(topicId ?? null), conversationNode(conversationId)])
      hits.set(id, (hits.get(id) ?? 0) + 1)
  return hits
}

const simple = (text: string) => text.trim().split(/\s+/).map(fold).join(' ')
