'use client'
import { type FormEvent, useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TitleInput } from './title-input'
import { useRename } from './use-rename'

const { titleMaxChars } = limits.conversation
type Props = { conversation: ConversationDto; onClose: () => void }

/** A new title for the conversation that is on the page. */
export function RenameDialog({ conversation, onClose }: Props) {
  const [title, setTitle] = useState(conversation.title)
  const rename = useRename(conversation)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    void rename(title)
  }
  return (
    <Dialog open onOpenChange={onClose} title="Rename conversation">
      <form onSubmit={save} className="flex flex-col gap-3">
        <TitleInput
          value={title}
          onChange={setTitle}
          className="h-9 pointer-coarse:h-11 w-full rounded-md border border-line-strong bg-raised px-3 text-sm outline-none focus-visible:border-accent"
        />
        {title.length >= titleMaxChars && (
          <p role="status" className="text-ink-soft text-xs">
            A title has at most {titleMaxChars} characters.
          </p>
        )}
        <Button type="submit" look="primary" className="self-start" disabled={!title.trim()}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
