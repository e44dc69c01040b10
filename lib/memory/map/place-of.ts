import type { Db } from '@/lib/db/engine/client'
import { rollUpById } from '@/lib/db/memory/graph'
import { lastTouch } from '@/lib/db/memory/graph-nodes'
import { findTurn } from '@/lib/db/turns/turns'
import { placeOfFact } from '@/lib/memory/graph/graph-details-facts'
import { placeOfStrategy } from '@/lib/memory/graph/graph-details-strategies'
import { parseNodeId } from '@/lib/shared/memory/graph'

/**
 * Where the map shows a node that a link names alone: the turn a fact, a strategy or a file is from, or the
 * conversation of a turn or a roll-up. Null for what is on the level it is linked from.
 */
export async function placeOf(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ conversation: string; turn: string | null } | null> {
  const ref = parseNodeId(id)
  if (ref?.kind === 'roll-up') {
    const row = await rollUpById(db, ownerId, ref.ref)
    return row && { conversation: row.conversationId, turn: null }
  }
  if (ref?.kind === 'turn') {
    const turn = await findTurn(db, ownerId, ref.ref)
    return turn && { conversation: turn.conversationId, turn: null }
  }
  const turn = await turnOf(db, ownerId, ref)
  return turn && { conversation: turn.conversationId, turn: turn.id }
}

async function turnOf(db: Db, ownerId: string, ref: ReturnType<typeof parseNodeId>) {
  switch (ref?.kind) {
    case 'fact':
      return placeOfFact(db, ownerId, ref.ref)
    case 'strategy':
      return placeOfStrategy(db, ownerId, ref.ref)
    case 'file':
      return (await lastTouch(db, ownerId, ref.conversationId, ref.path))?.turn ?? null
    default:
      return null
  }
}
