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
import { type FormEvent, useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { UNTITLED } from '@/lib/shared/untitled'
import { Field } from '../settings/fields/field'
import { server } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { downloadConversation } from '../transfer/download'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { Dialog } from '../ui/dialog'
import { InstructionsBox } from '../ui/instructions-box'
import { later, Menu } from '../ui/menu'
import { NameDialog } from '../ui/name-dialog'
import { Skeleton } from '../ui/skeleton'
import { toastFailure } from '../ui/toast-failure'
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

type DialogProps = { conversation: ConversationDto; onClose: () => void }

/** A text setting of a conversation; null until it is loaded. `save` returns whether it was stored. */
function useTextSetting(conversationId: string, key: string) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    void server.loadSettings({ conversationId }).then((result) => {
      if (!result.ok) return toastFailure(result.error)
      setText(String(result.value.find((setting) => setting.key === key)?.value ?? ''))
    })
  }, [conversationId, key])
  const save = async (value: string) => {
    const result = await server.saveSetting({ scope: conversationId, key, value: value || null })
    if (!result.ok) toastFailure(result.error)
    return result.ok
  }
  return { text, setText, save }
}

function InstructionsDialog({ conversation: { id, title }, onClose }: DialogProps) {
  const { text, save } = useTextSetting(id, 'instructions.conversation')
  const saveAndClose = async (value: string) => {
    const saved = await save(value)
    if (!saved) return false
    toast(value ? 'Instructions saved. They apply from your next message' : 'Instructions removed')
    onClose()
    return true
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Instructions"
      description={`For “${title || UNTITLED}”`}
      guarded
    >
      {text === null ? (
        <Skeleton className="h-32" />
      ) : (
        <InstructionsBox
          label="How Mneme should answer in this conversation"
          placeholder="Answer in German. Use metric units."
          value={text}
          onSave={saveAndClose}
        />
      )}
    </Dialog>
  )
}

function DomainDialog({ conversation: { id, title }, onClose }: DialogProps) {
  const { text, setText, save } = useTextSetting(id, 'learning.domain')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const domain = (text ?? '').trim()
    if (!(await save(domain))) return
    toast(domain ? `Only lessons about “${domain}” are used` : 'All lessons are used')
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title="Lessons" description={`For “${title || UNTITLED}”`}>
      {text === null ? (
        <Skeleton className="h-24" />
      ) : (
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2 py-4">
          <Field
            label="Use only lessons about"
            help="Lessons can have a field that they are for, such as cooking. Leave it empty to use all of them."
            value={text}
            maxLength={limitsOfLearning.domainChars}
            placeholder="web"
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" look="primary" className="mt-2 self-start">
            Save
          </Button>
        </form>
      )}
    </Dialog>
  )
}
