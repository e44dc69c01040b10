import { isIsland } from '@/components/memory/layout/island-layout'
import type { ShownElements } from '@/components/memory/shown'
import { groupBy } from '@/lib/shared/group-by'
import {
  EDGE_KINDS,
  type GraphDto,
  type GraphEdge,
  type GraphNode,
  NODE_KINDS,
  type NodeKind,
} from '@/lib/shared/memory/graph'
import { topicNode } from '@/lib/shared/memory/map'
import { UNTITLED } from '@/lib/shared/untitled'

/** A node's row and its links'. `conversation` and `of` = their conversations, if there are several. */
export type ListGroup = {
  node: GraphNode
  conversation: string | null
  links: { edge: GraphEdge; to: GraphNode; of: string | null }[]
}

const WIDE: readonly NodeKind[] = ['topic', 'conversation']
/** Islands and conversations come first, the largest before all others. */
const wideRank = ({ id, kind }: GraphNode) =>
  WIDE.includes(kind) && id !== topicNode(null) ? WIDE.indexOf(kind) : WIDE.length

/** Each node once, each link once under its source: newest conversations first, then by turn and kind. */
export function listGroups(graph: Pick<GraphDto, 'conversations' | 'nodes' | 'edges'>): ListGroup[] {
  const lane = new Map(graph.conversations.map(({ id }, index) => [id, index]))
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const starting = groupBy(graph.edges, (edge) => edge.from)
  const laneOf = (node: GraphNode) => lane.get(node.conversationId) ?? lane.size
  const nodes = [...graph.nodes].sort(
    (a, b) =>
      wideRank(a) - wideRank(b) ||
      (wideRank(a) < WIDE.length && b.count - a.count) ||
      laneOf(a) - laneOf(b) ||
      a.turnNumber - b.turnNumber ||
      a.at.localeCompare(b.at) ||
      NODE_KINDS.indexOf(a.kind) - NODE_KINDS.indexOf(b.kind) ||
      (a.id < b.id ? -1 : 1),
  )
  const titles = conversationTitles(graph)
  return nodes.map((node) => ({
    node,
    conversation: (node.kind !== 'conversation' && titles?.get(node.conversationId)) || null,
    links: (starting.get(node.id) ?? [])
      .flatMap((edge) => {
        const to = byId.get(edge.to)
        if (!to) return []
        const elsewhere = to.conversationId !== node.conversationId && to.kind !== 'conversation'
        return [{ edge, to, of: (elsewhere && titles?.get(to.conversationId)) || null }]
      })
      .sort(
        (a, b) =>
          EDGE_KINDS.indexOf(a.edge.kind) - EDGE_KINDS.indexOf(b.edge.kind) ||
          a.to.turnNumber - b.to.turnNumber ||
          (a.edge.id < b.edge.id ? -1 : 1),
      ),
  }))
}

/** Whether links are folded at first: those of islands, and of the names that tie islands. */
export const isFoldedAtFirst = ({ node, links }: ListGroup) =>
  links.length > 0 && (isIsland(node) || links.some(({ edge }) => edge.kind === 'ties'))

/** Names of the conversations if there are several; else null. */
export function conversationTitles({ conversations }: Pick<GraphDto, 'conversations'>) {
  if (conversations.length < 2) return null
  return new Map(conversations.map(({ id, title }) => [id, title || UNTITLED]))
}

/** The groups that match the filter, exactly as in the graph. */
export const shownGroups = (groups: readonly ListGroup[], shown: ShownElements): ListGroup[] =>
  groups.flatMap((group) => {
    if (!shown.nodes.has(group.node.id)) return []
    const links = group.links.filter(({ edge }) => shown.edges.has(edge.id))
    return [links.length === group.links.length ? group : { ...group, links }]
  })
