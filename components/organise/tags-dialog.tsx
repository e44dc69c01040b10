'use client'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import { MAX_TAGS } from '@/lib/shared/tags'
import { UNTITLED } from '@/lib/shared/untitled'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { chipClass } from '../ui/chip'
import { Dialog } from '../ui/dialog'
import { ErrorNote } from '../ui/error-note'
import { ManageTags } from './manage-tags'
import { TagPicker } from './tag-picker'
import { useTags } from './use-tags'

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
