import type { GraphNode, GraphNodeDetails } from '@/lib/shared/memory/graph'

/** A text with its heading; nothing if it is empty. */
export const section = (title: string, text: string) => (text ? [{ title, text }] : [])

export const insightList = (insights: unknown) =>
  Array.isArray(insights) ? insights.map((insight) => `- ${insight}`).join('\n') : ''

export const complete = (
  node: GraphNode | undefined,
  details: Omit<GraphNodeDetails, 'node' | 'turnId'>,
): GraphNodeDetails | null => (node ? { node, turnId: node.turnId, ...details } : null)
