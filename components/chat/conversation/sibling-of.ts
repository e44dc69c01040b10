import { newId } from '@/components/chat/composer/new-id'
import type { TurnOptions } from '@/lib/shared/schemas'

/** What names a new version of a turn. */
export const siblingOf = (turnId: string, options: TurnOptions) => ({
  turnId,
  newTurnId: newId('turn'),
  clientMessageId: newId('msg'),
  options,
})
