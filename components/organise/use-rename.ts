import type { ConversationDto } from '@/lib/shared/dto'
import { renameConversation } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'

/** Renames a conversation at once; the old name comes back if it could not be stored. */
export function useRename(conversation: ConversationDto) {
  const { noteConversation } = useShell()
  return async (typed: string) => {
    const title = typed.trim()
    if (!title || title === conversation.title) return
    noteConversation({ ...conversation, title })
    const result = await renameConversation({ conversationId: conversation.id, title })
    if (!result.ok) toastFailure(result.error)
    noteConversation(result.ok ? result.value : conversation)
  }
}
