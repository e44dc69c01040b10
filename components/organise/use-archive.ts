import { toast } from 'sonner'
import type { ConversationDto } from '@/lib/shared/dto'
import { UNTITLED } from '@/lib/shared/untitled'
import { server } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'

/** What archiving changes, said where a person decides. */
const ARCHIVED_STAYS = 'It can still be read, found in search and recalled. A new message brings it back.'

/** Archives a conversation or brings it back, and offers Undo. Returns whether that worked. */
export function useArchive() {
  const { noteConversation } = useShell()
  const set = async (conversation: ConversationDto, archived: boolean) => {
    const result = await server.archiveConversation({ conversationId: conversation.id, archived })
    if (result.ok) noteConversation(result.value)
    else toastFailure(result.error)
    return result.ok
  }
  return async (conversation: ConversationDto, onDone: () => void = () => {}) => {
    const archived = !conversation.archivedAt
    if (!(await set(conversation, archived))) return
    onDone()
    const title = conversation.title || UNTITLED
    toast(archived ? `Archived “${title}”` : `“${title}” is back in the list`, {
      ...(archived ? { description: ARCHIVED_STAYS } : {}),
      action: { label: 'Undo', onClick: () => void set(conversation, !archived).then(onDone) },
    })
  }
}

/** Renames a conversation at once; the old name comes back if it could not be stored. */
export function useRename(conversation: ConversationDto) {
  const { noteConversation } = useShell()
  return async (typed: string) => {
    const title = typed.trim()
    if (!title || title === conversation.title) return
    noteConversation({ ...conversation, title })
    const result = await server.renameConversation({ conversationId: conversation.id, title })
    if (!result.ok) toastFailure(result.error)
    noteConversation(result.ok ? result.value : conversation)
  }
}
