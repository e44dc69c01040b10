'use client'
import {
  Download,
  Ellipsis,
  Import,
  Lightbulb,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type KeyboardEvent, memo, useState } from 'react'
import { QUOTES_STAY, sayForgotten } from '@/components/forget/say-forgotten'
import { deleteConversation, pinConversation, renameConversation } from '@/components/shell/actions'
import { Opening } from '@/components/shell/opening'
import { TRASH_PAGE } from '@/components/shell/places'
import { useShell } from '@/components/shell/shell-context'
import { downloadConversation } from '@/components/transfer/download'
import { importedWords } from '@/components/transfer/formats'
import { cn } from '@/components/ui/cn'
import { Menu, MenuItem } from '@/components/ui/menu'
import { toastFailure } from '@/components/ui/toast-failure'
import { undoWords } from '@/components/ui/words/undo-words'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import type { Forgotten } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { DomainDialog } from './domain-dialog'
import { InstructionsDialog } from './instructions-dialog'

type Props = { conversation: ConversationDto; onNavigate?: (() => void) | undefined }
export const ConversationRow = memo(function ConversationRow({ conversation, onNavigate }: Props) {
  const here = usePathname() === `/c/${conversation.id}`
  const [renaming, setRenaming] = useState(false)
  const [instructing, setInstructing] = useState(false)
  const [choosingDomain, setChoosingDomain] = useState(false)
  const { noteConversation } = useShell()
  const remove = useRemove(conversation)
  const title = conversation.title || UNTITLED
  const origin = conversation.importedFrom && importedWords(conversation.importedFrom)
  const pin = async () => {
    const result = await pinConversation({ conversationId: conversation.id, pinned: !conversation.pinnedAt })
    if (result.ok) noteConversation(result.value)
    else toastFailure(result.error)
  }
  if (renaming) return <Rename conversation={conversation} onDone={() => setRenaming(false)} />
  return (
    <li
      className={cn(
        'group/row relative flex items-center rounded-md transition-colors duration-150',
        here ? 'bg-sunken' : 'hover:bg-sunken',
      )}
    >
      <Link
        href={`/c/${conversation.id}`}
        prefetch={false}
        onClick={onNavigate}
        onDoubleClick={() => setRenaming(true)}
        aria-current={here ? 'page' : undefined}
        title={origin ? `${title}\n${origin}` : title}
        className={cn(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md pr-1 pl-2.5',
          here ? 'text-ink' : 'text-ink-soft group-hover/row:text-ink',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <Opening />
        {origin && (
          <>
            <Import aria-hidden className="size-3.5 shrink-0 text-ink-faint group-hover/row:hidden" />
            <span className="sr-only">, imported</span>
          </>
        )}
        {conversation.running && (
          <span className="size-2 shrink-0 animate-breathe rounded-full bg-accent">
            <span className="sr-only">, answering</span>
          </span>
        )}
      </Link>
      <span className="mr-0.5 opacity-0 transition-opacity duration-150 focus-within:opacity-100 group-hover/row:opacity-100 has-[[data-state=open]]:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={`Actions for ${title}`}
          align="end"
          trigger={
            <button
              type="button"
              aria-label={`Actions for ${title}`}
              className="inline-flex size-7 items-center justify-center rounded-md text-ink-soft hover:text-ink"
            >
              <Ellipsis className="size-4" />
            </button>
          }
        >
          <MenuItem icon={<Pencil />} onSelect={() => setTimeout(() => setRenaming(true))}>
            Rename
          </MenuItem>
          <MenuItem icon={conversation.pinnedAt ? <PinOff /> : <Pin />} onSelect={() => void pin()}>
            {conversation.pinnedAt ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem icon={<MessageSquareText />} onSelect={() => setTimeout(() => setInstructing(true))}>
            Instructions …
          </MenuItem>
          <MenuItem icon={<Lightbulb />} onSelect={() => setTimeout(() => setChoosingDomain(true))}>
            Domain …
          </MenuItem>
          <MenuItem icon={<Download />} onSelect={() => downloadConversation(conversation.id)}>
            Export
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={() => void remove()}>
            Delete
          </MenuItem>
        </Menu>
      </span>
      {instructing && (
        <InstructionsDialog conversation={conversation} onClose={() => setInstructing(false)} />
      )}
      {choosingDomain && (
        <DomainDialog conversation={conversation} onClose={() => setChoosingDomain(false)} />
      )}
    </li>
  )
})

function Rename({ conversation, onDone }: { conversation: ConversationDto; onDone: () => void }) {
  const { noteConversation } = useShell()
  const [title, setTitle] = useState(conversation.title)
  const save = async () => {
    onDone()
    const trimmed = title.trim()
    if (!trimmed || trimmed === conversation.title) return
    noteConversation({ ...conversation, title: trimmed })
    const result = await renameConversation({ conversationId: conversation.id, title: trimmed })
    if (!result.ok) toastFailure(result.error)
    noteConversation(result.ok ? result.value : conversation)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save()
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone()
  }
  return (
    <li>
      <input
        // biome-ignore lint/a11y/noAutofocus: the person just asked to rename here
        autoFocus
        aria-label="Conversation title"
        value={title}
        maxLength={limits.conversation.titleMaxChars}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
        className="h-8 w-full rounded-md border border-accent bg-raised px-2.5 outline-none"
      />
    </li>
  )
}

/** Deletes at once and offers Undo while possible. */
function useRemove(conversation: ConversationDto) {
  const router = useRouter()
  const { dropConversation, noteConversation } = useShell()
  return async () => {
    // The address bar is right; the router may not know a new conversation's address yet.
    const here = location.pathname === `/c/${conversation.id}`
    dropConversation(conversation.id)
    const result = await deleteConversation({ conversationId: conversation.id })
    if (!result.ok) {
      noteConversation(conversation)
      return toastFailure(result.error)
    }
    if (here) router.push('/')
    const back = () => {
      noteConversation(conversation)
      if (here) router.push(`/c/${conversation.id}`)
    }
    sayForgotten(
      `Deleted “${conversation.title || UNTITLED}”`,
      result.value,
      back,
      <Stays {...result.value} />,
    )
  }
}

/** Where a deleted conversation is meanwhile. */
const Stays = ({ trashMs = 0, undoMs }: Forgotten) =>
  trashMs > undoMs ? (
    <>
      It stays in the{' '}
      <Link href={TRASH_PAGE} prefetch={false} className="font-medium underline">
        Trash
      </Link>{' '}
      for {undoWords(trashMs)}.
    </>
  ) : (
    QUOTES_STAY
  )
