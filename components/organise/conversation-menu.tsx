'use client'
import {
  Archive,
  ArchiveRestore,
  Download,
  Lightbulb,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  Tag,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { server } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { downloadConversation } from '../transfer/download'
import { Chip } from '../ui/chip'
import { later, Menu } from '../ui/menu'
import { NameDialog } from '../ui/name-dialog'
import { toastFailure } from '../ui/toast-failure'
import { DomainDialog, InstructionsDialog } from './setting-dialogs'
import { TagsDialog } from './tags-dialog'
import { useArchive, useRename } from './use-archive'
import { useRemove } from './use-remove'

const DIALOGS = { tags: TagsDialog, instructions: InstructionsDialog, domain: DomainDialog }
type Props = { conversation: ConversationDto; label: string; onRename: () => void }

export function ConversationMenu({ conversation, label, onRename }: Props) {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null)
  const { noteConversation } = useShell()
  const archive = useArchive()
  const remove = useRemove()
  const Dialog = dialog && DIALOGS[dialog]
  const { id, pinnedAt, archivedAt } = conversation
  const pin = async () => {
    const result = await server.pinConversation({ conversationId: id, pinned: !pinnedAt })
    if (result.ok) noteConversation(result.value)
    else toastFailure(result.error)
  }
  return (
    <>
      <Menu
        label={label}
        align="end"
        items={[
          { label: 'Rename', icon: <Pencil />, run: later(onRename) },
          { label: pinnedAt ? 'Unpin' : 'Pin', icon: pinnedAt ? <PinOff /> : <Pin />, run: pin },
          { label: 'Tags…', icon: <Tag />, run: later(() => setDialog('tags')) },
          {
            label: archivedAt ? 'Unarchive' : 'Archive',
            icon: archivedAt ? <ArchiveRestore /> : <Archive />,
            run: () => archive(conversation),
          },
          {
            label: 'Instructions…',
            icon: <MessageSquareText />,
            run: later(() => setDialog('instructions')),
          },
          { label: 'Lessons…', icon: <Lightbulb />, run: later(() => setDialog('domain')) },
          { label: 'Export', icon: <Download />, run: () => downloadConversation(id) },
          {
            label: conversation.sample ? 'Remove the sample' : 'Delete',
            icon: <Trash2 />,
            danger: true,
            run: () => remove(conversation),
          },
        ]}
      />
      {Dialog && <Dialog conversation={conversation} onClose={() => setDialog(null)} />}
    </>
  )
}

type RenameProps = { conversation: ConversationDto; onClose: () => void }

function RenameDialog({ conversation, onClose }: RenameProps) {
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
