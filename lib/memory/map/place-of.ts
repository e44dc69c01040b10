import type { Db } from '@/lib/db/engine/client'
import { loadNode } from '@/lib/memory/graph/graph-details'
import { type NodeKind, parseNodeId } from '@/lib/shared/memory/graph'

const IN_TURN: ReadonlySet<NodeKind> = new Set(['fact', 'strategy', 'file'])
const IN_CONVERSATION: ReadonlySet<NodeKind> = new Set(['turn', 'roll-up'])

/**
 * Where the map shows a node that a link names alone: the turn a fact, a strategy or a file is from, or the
 * conversation of a turn or a roll-up. Null for what is on the level it is linked from.
 */
export async function placeOf(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ conversation: string; turn: string | null } | null> {
  const kind = parseNodeId(id)?.kind ?? 'topic'
  if (!IN_TURN.has(kind) && !IN_CONVERSATION.has(kind)) return null
  const found = await loadNode(db, ownerId, id)
  if (!found?.node.conversationId) return null
  return { conversation: found.node.conversationId, turn: IN_TURN.has(kind) ? found.turnId : null }
}
