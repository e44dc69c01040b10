import type { GraphNode, GraphNodeDetails } from '@/lib/shared/memory/graph'

export type Related = GraphNodeDetails['related'][number]
export const related = (
  kind: Related['kind'],
  direction: Related['direction'],
  node: string,
  label: string,
): Related => ({ kind, direction, node, label, score: null })
/** A text with its heading; nothing if it is empty. */
export const section = (title: string, text: string) => (text ? [{ title, text }] : [])
export const insightList = (insights: unknown) =>
  Array.isArray(insights) ? insights.map((insight) => `- ${insight}`).join('\n') : ''
export const complete = (
  node: GraphNode | undefined,
  details: Omit<GraphNodeDetails, 'node' | 'links'>,
): GraphNodeDetails | null =>
  node
    ? {
        node,
        ...details,
        links: {
          conversationId: node.conversationId,
          turnId: node.turnId,
          turnNumber: node.turnId ? node.turnNumber : null,
        },
      }
    : null
