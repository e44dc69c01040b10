import { newId } from '@/components/chat/composer/new-id'
import { timeZoneHere } from '@/components/ui/words/use-time-zone'
import type { TurnOptions } from '@/lib/shared/schemas'

/** What names a new version of a turn, which is sent from where the person is now. */
export const siblingOf = (turnId: string, options: TurnOptions) => ({
  turnId,
  newTurnId: newId('turn'),
  clientMessageId: newId('msg'),
  options: { ...options, timeZone: timeZoneHere() },
})
