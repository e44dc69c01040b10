import { toast } from 'sonner'
import type { ConversationStore } from '@/components/chat/conversation/conversation-store'
import { laterTurnsStay } from '@/components/ui/words/words'
import type { TurnDto } from '@/lib/shared/dto'
import type { Failure } from '@/lib/shared/errors'

type Store = Pick<ConversationStore, 'get' | 'selectBranch'>

/**
 * Puts another version of a turn in its place, and says where later turns went. Without a word if the turn
 * itself runs again.
 */
export async function renew(store: Store, turn: TurnDto, call: () => Promise<Failure | null>, say = toast) {
  const later = store.get().lastNumber - turn.number
  const failure = await call()
  const stays = store.get().turns.some(({ id }) => id === turn.id)
  if (!failure && later > 0 && !stays)
    say(`${laterTurnsStay(later)} with the earlier version. Memory uses the new one.`, {
      action: { label: 'Switch back', onClick: () => void store.selectBranch(turn.id) },
    })
  return failure
}
