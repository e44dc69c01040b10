'use client'
import { useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import { Chip } from '../ui/chip'
import { ConversationMenu } from './conversation-menu'
import { RenameDialog } from './rename-dialog'

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
