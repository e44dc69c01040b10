'use client'
import { Archive, Import } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, memo, useState } from 'react'
import { ConversationMenu } from '@/components/organise/conversation-menu'
import { useRename } from '@/components/organise/use-archive'
import { Opening } from '@/components/shell/opening'
import { importedWords } from '@/components/transfer/imported-words'
import { cn } from '@/components/ui/cn'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { UNTITLED } from '@/lib/shared/untitled'

/** `began` = when, where another conversation has the same title. */
type Props = { conversation: ConversationDto; began: string | undefined }
export const ConversationRow = memo(function ConversationRow({ conversation, began }: Props) {
  const here = usePathname() === `/c/${conversation.id}`
  const [renaming, setRenaming] = useState(false)
  const title = conversation.title || UNTITLED
  const { importedFrom, client } = conversation
  const origin = importedFrom ? importedWords(importedFrom) : client && `From ${client}`
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
        onDoubleClick={() => setRenaming(true)}
        aria-current={here ? 'page' : undefined}
        title={origin ? `${title}\n${origin}` : title}
        className={cn(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md pr-2.5 pl-2.5 group-focus-within/row:pr-8 group-hover/row:pr-8 pointer-coarse:h-11 pointer-coarse:pr-11',
          here ? 'text-ink' : 'text-ink-soft group-hover/row:text-ink',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {began && <span className="shrink-0 text-ink-faint text-xs">{began}</span>}
        {conversation.sample && <span className="shrink-0 text-ink-faint text-xs">Sample</span>}
        <Opening />
        {origin && (
          <>
            <Import aria-hidden className="size-3.5 shrink-0 text-ink-faint group-hover/row:hidden" />
            <span className="sr-only">, imported</span>
          </>
        )}
        {conversation.archivedAt && (
          <>
            <Archive aria-hidden className="size-3.5 shrink-0 text-ink-faint group-hover/row:hidden" />
            <span className="sr-only">, archived</span>
          </>
        )}
        {conversation.running && (
          <span className="size-2 shrink-0 animate-breathe rounded-full bg-accent">
            <span className="sr-only">, answering</span>
          </span>
        )}
      </Link>
      <span className="absolute right-0.5 opacity-0 transition-opacity duration-150 focus-within:opacity-100 group-hover/row:opacity-100 has-[[data-state=open]]:opacity-100 pointer-coarse:opacity-100">
        <ConversationMenu
          conversation={conversation}
          label={`Actions for ${title}`}
          onRename={() => setRenaming(true)}
        />
      </span>
    </li>
  )
})

function Rename({ conversation, onDone }: { conversation: ConversationDto; onDone: () => void }) {
  const [title, setTitle] = useState(conversation.title)
  const rename = useRename(conversation)
  const save = () => {
    onDone()
    void rename(title)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
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
        maxLength={limits.conversation.titleMaxChars}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={save}
        onKeyDown={onKeyDown}
        className="h-8 w-full rounded-md border border-accent bg-raised px-2.5 outline-none"
      />
    </li>
  )
}
