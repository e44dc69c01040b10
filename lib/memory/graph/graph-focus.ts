import type { Db } from '@/lib/db/engine/client'
import { findContext } from '@/lib/db/memory/contexts'
import { lastTouch, placeOfSummary } from '@/lib/db/memory/graph-nodes'
import { findTurn } from '@/lib/db/turns/turns'
import { parseNodeId } from '@/lib/shared/memory/graph'
import { placeOfFact } from './graph-details-facts'
import { placeOfStrategy } from './graph-details-strategies'
import type { Span } from './graph-plan'

/** The turns a node stands for; null if it is no node of this owner. */
export async function resolveFocus(db: Db, ownerId: string, id: string): Promise<Span | null> {
  const ref = parseNodeId(id)
  const at = (turn: { conversationId: string; number: number } | null | undefined) =>
    turn ? { conversationId: turn.conversationId, from: turn.number, to: turn.number } : null
  switch (ref?.kind) {
    case 'turn':
      return at(await findTurn(db, ownerId, ref.ref))
    case 'context':
      return at((await findContext(db, ownerId, { contextId: ref.ref }))?.turn)
    case 'summary':
    case 'roll-up':
      return placeOfSummary(db, ownerId, ref.ref)
    case 'file':
      return at((await lastTouch(db, ownerId, ref.conversationId, ref.path))?.turn)
    case 'fact':
    case 'entity':
      return at(await placeOfFact(db, ownerId, ref.kind, ref.ref))
    case 'strategy':
      return at(await placeOfStrategy(db, ownerId, ref.ref))
    case 'range':
      return { conversationId: ref.conversationId, from: ref.from, to: ref.to }
    default:
      return null
  }
}
