'use client'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import { Chip } from '../ui/chip'
import { Menu } from '../ui/menu'
import { OrganiseItems } from './organise-items'
import { TagsDialog } from './tags-dialog'

/** At the top of a conversation: whether it is archived, and the menu that organises it. */
export function ConversationMenu({ conversation }: { conversation: ConversationDto }) {
  const [tagging, setTagging] = useState(false)
  return (
    <>
      {conversation.archivedAt && <Chip>Archived</Chip>}
      <Menu
        label="Organise this conversation"
        align="end"
        trigger={
          <button
            type="button"
            aria-label="Organise this conversation"
            className="inline-flex size-8 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Ellipsis className="size-[18px]" />
          </button>
        }
      >
        <OrganiseItems conversation={conversation} onTags={() => setTagging(true)} />
      </Menu>
      {tagging && <TagsDialog conversation={conversation} onClose={() => setTagging(false)} />}
    </>
  )
}
