'use client'
import { X } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { MAX_TAGS, tagKey } from '@/lib/shared/tags'
import { UNTITLED } from '@/lib/shared/untitled'
import { addTag, deleteTag, loadTagged, removeTag, renameTag } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { chipClass } from '../ui/chip'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'
import { toastFailure } from '../ui/toast-failure'
import { ManageTags } from './manage-tags'
import { TagPicker } from './tag-picker'

type Props = { conversation: ConversationDto; onClose: () => void }

/** A conversation's tags; and from the same place, all tags of the person. */
export function TagsDialog({ conversation, onClose }: Props) {
  const { tags: all } = useShell()
  const { tags, error, add, remove, rename, drop } = useTags(conversation)
  const [managing, setManaging] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={managing ? 'All tags' : 'Tags'}
      description={managing ? 'Of all your conversations' : `For “${conversation.title || UNTITLED}”`}
    >
      <div className="flex flex-col gap-3">
        {error && <ErrorNote error={error} />}
        {managing ? (
          <ManageTags tags={all} onRename={rename} onDelete={drop} />
        ) : (
          <>
            {tags.length > 0 && (
              <ul aria-label="Tags of this conversation" className="flex flex-wrap gap-1.5">
                {tags.map((tag) => (
                  <li key={tag} className={chipClass('plain', 'pr-0')}>
                    <span className="truncate">{tag}</span>
                    <button
                      type="button"
                      aria-label={`Remove ${tag}`}
                      onClick={() => void remove(tag)}
                      className="inline-flex size-6 items-center justify-center rounded-sm hover:text-ink pointer-coarse:size-8"
                    >
                      <X className="size-3" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {tags.length < MAX_TAGS ? (
              <TagPicker all={all} tags={tags} onAdd={add} />
            ) : (
              <p className="text-ink-soft">
                A conversation has at most {MAX_TAGS} tags. Remove one to add another.
              </p>
            )}
          </>
        )}
        {(all.length > 0 || managing) && (
          <Button size="sm" look="ghost" className="self-start" onClick={() => setManaging(!managing)}>
            {managing ? 'Back to this conversation' : 'Rename or delete tags…'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** A conversation's tags, and what changes tags. Each act returns whether it worked. */
function useTags(conversation: ConversationDto) {
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
