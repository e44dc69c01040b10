import { type GraphNode, parseNodeId } from '@/lib/shared/memory/graph'
import { conversationNode, topicNode } from '@/lib/shared/memory/map'
import type { MemoryAddress } from './place'

export type Level = 1 | 2 | 3 | 4

/** What opening a node of the map leads to; null for what has nothing below it. */
export function below(place: MemoryAddress, node: GraphNode): Partial<MemoryAddress> | null {
  const ref = parseNodeId(node.id)
  if (ref?.kind === 'topic') return { topic: ref.ref, conversation: null, turn: null, node: null }
  if (ref?.kind === 'conversation') return { conversation: ref.ref, turn: null, node: null }
  if (node.kind !== 'turn' || !node.turnId || place.turn === node.turnId) return null
  return { conversation: node.conversationId, turn: node.turnId, node: node.id }
}

/** One level up, with what one comes from selected; null at the top. */
export function above({ topic, conversation, turn }: MemoryAddress): Partial<MemoryAddress> | null {
  if (turn) return { turn: null, node: `turn:${turn}`, ...(conversation ? {} : { topic: null }) }
  if (conversation) return { conversation: null, node: conversationNode(conversation) }
  return topic ? { topic: null, node: topicNode(topic) } : null
}
