'use client'
import { Archive, ArchiveRestore, Tag } from 'lucide-react'
import type { ConversationDto } from '@/lib/shared/dto'
import { MenuItem } from '../ui/menu'
import { useArchive } from './use-archive'

type Props = { conversation: ConversationDto; onTags: () => void }

/** The items of a conversation's menu that organise it. */
export function OrganiseItems({ conversation, onTags }: Props) {
  const archive = useArchive()
  return (
    <>
      <MenuItem icon={<Tag />} onSelect={() => setTimeout(onTags)}>
        Tags …
      </MenuItem>
      <MenuItem
        icon={conversation.archivedAt ? <ArchiveRestore /> : <Archive />}
        onSelect={() => void archive(conversation)}
      >
        {conversation.archivedAt ? 'Unarchive' : 'Archive'}
      </MenuItem>
    </>
  )
}
