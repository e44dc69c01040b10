import type { Db } from '@/lib/db/engine/client'
import type { RecallScope } from '@/lib/shared/schemas'
import type { IndexedStrategy } from './strategy-index'

/** Who requests strategies. `reach` conversation = only those of the conversation; `domain` '' = any. */
export type StrategyReader = {
  db: Db
  ownerId: string
  conversationId: string
  reach: RecallScope
  domain: string
  minConfidence: number
}

/** Whether a reader may see a strategy: of the person or of this conversation, and trusted enough. */
export function isInScope(
  { conversationId: of, prior }: IndexedStrategy,
  { conversationId: here, reach, minConfidence }: StrategyReader,
): boolean {
  if (reach === 'off' || prior < minConfidence) return false
  return of === null ? reach === 'owner' : of === here
}
