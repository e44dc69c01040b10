import type { GraphNode, GraphNodeDetails } from '@/lib/shared/memory/graph'

/** A node with its texts, without what all nodes of a turn or a conversation have. */
export type FoundNode = Omit<GraphNodeDetails, 'conversationTitle'>

/** A text with its heading; nothing if it is empty. */
export const section = (title: string, text: string) => (text ? [{ title, text }] : [])

export const insightList = (insights: unknown) =>
  Array.isArray(insights) ? insights.map((insight) => `- ${insight}`).join('\n') : ''

export const complete = (
  node: GraphNode | undefined,
  details: Omit<FoundNode, 'node' | 'turnId'>,
): FoundNode | null => (node ? { node, turnId: node.turnId, ...details } : null)
