'use client'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { NameDialog } from '../ui/name-dialog'
import { useRename } from './use-rename'

type Props = { conversation: ConversationDto; onClose: () => void }

/** A new title for the conversation that is on the page. */
export function RenameDialog({ conversation, onClose }: Props) {
  const rename = useRename(conversation)
  return (
    <NameDialog
      heading="Rename conversation"
      label="Conversation title"
      what="title"
      name={conversation.title}
      maxChars={limits.conversation.titleMaxChars}
      onSave={(title) => void rename(title)}
      onClose={onClose}
    />
  )
}
