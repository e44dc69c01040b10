'use client'
import { useState } from 'react'
import { NameDialog } from '@/components/ui/name-dialog'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { Chip } from '../ui/chip'
import { ConversationMenu } from './conversation-menu'
import { useRename } from './use-rename'

type Props = { conversation: ConversationDto; onClose: () => void }

/** A new title for the conversation that is on the page. */
function RenameDialog({ conversation, onClose }: Props) {
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

/** At the top of a conversation: whether it is archived, and its menu. */
export function OpenConversationMenu({ conversation }: { conversation: ConversationDto }) {
  const [renaming, setRenaming] = useState(false)
  return (
    <>
      {conversation.archivedAt && <Chip>Archived</Chip>}
      <ConversationMenu
        conversation={conversation}
        label="Conversation menu"
        onRename={() => setRenaming(true)}
      />
      {renaming && <RenameDialog conversation={conversation} onClose={() => setRenaming(false)} />}
    </>
  )
}
