import { useState } from 'react'
import { toast } from 'sonner'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { tagKey } from '@/lib/shared/tags'
import { addTag, deleteTag, loadTagged, removeTag, renameTag } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'

/**
 * A conversation's tags as they are now, and everything that changes tags. Each act returns whether it
 * worked.
 */
export function useTags(conversation: ConversationDto) {
  const { noteConversation, refreshConversations, preferences, setPreferences, undoMs } = useShell()
  const [tags, setTags] = useState(conversation.tags)
  const [error, setError] = useState<Failure | null>(null)
  const { id } = conversation
  const reload = async () => {
    const [now] = await Promise.all([loadTagged({ conversationId: id }), refreshConversations()])
    if (!now.ok) return setError(now.error)
    setTags(now.value.tags)
    noteConversation(now.value)
  }
  const after = async (result: Result<unknown>) => {
    setError(result.ok ? null : result.error)
    await reload()
    return result.ok
  }
  const isChosen = (tag: string) => preferences.tag !== null && tagKey(preferences.tag) === tagKey(tag)
  return {
    tags,
    error,
    add: async (tag: string) => after(await addTag({ conversationIds: [id], tag })),
    remove: async (tag: string) => after(await removeTag({ conversationId: id, tag })),
    rename: async (tag: string, name: string) => {
      const result = await renameTag({ tag, name })
      if (result.ok && isChosen(tag)) setPreferences({ tag: name })
      return after(result)
    },
    drop: async (tag: string) => {
      const result = await deleteTag({ tag })
      if (result.ok) {
        const undo = async () => {
          const back = await addTag({ conversationIds: result.value, tag })
          if (back.ok) await reload()
          else toastFailure(back.error)
        }
        // The dialog is modal: Undo can be reached once it is closed.
        toast(`Deleted the tag “${tag}”`, {
          duration: undoMs,
          action: { label: 'Undo', onClick: () => void undo() },
        })
      }
      return after(result)
    },
  }
}
