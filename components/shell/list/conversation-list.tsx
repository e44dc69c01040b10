'use client'
import { MessagesSquare, Search, SquarePen, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { memo, useMemo, useState } from 'react'
import { TRASH_PAGE } from '@/components/shell/places'
import { useShell } from '@/components/shell/shell-context'
import { EmptyState } from '@/components/ui/empty-state'
import { Tooltip } from '@/components/ui/tooltip'
import { useTimeZone } from '@/components/ui/words/use-time-zone'
import { limits } from '@/lib/shared/limits'
import { ConversationRow } from './conversation-row'
import { groupByDate } from './group-by-date'
import { useFoundConversations } from './use-found-conversations'

type Props = { onNavigate?: (() => void) | undefined }

/** Every conversation by date, filtered by title. */
export const ConversationList = memo(function ConversationList({ onNavigate }: Props) {
  const { conversations, moreConversations } = useShell()
  const [query, setQuery] = useState('')
  const found = useFoundConversations(query)
  const [ended, setEnded] = useState(false)
  const timeZone = useTimeZone()
  const shown = useMemo(
    () =>
      found ??
      conversations.filter((conversation) =>
        conversation.title.toLowerCase().includes(query.trim().toLowerCase()),
      ),
    [found, conversations, query],
  )
  const today = new Date().toDateString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, other groups
  const groups = useMemo(() => groupByDate(shown, new Date(), timeZone), [shown, timeZone, today])
  return (
    <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 px-3 pb-2">
        <label className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-paper px-2 text-ink-faint focus-within:border-accent">
          <Search aria-hidden className="size-3.5 shrink-0" />
          <input
            type="search"
            aria-label="Filter conversations"
            placeholder="Filter"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="w-full min-w-0 bg-transparent text-ink outline-none placeholder:text-ink-faint"
          />
        </label>
        <Tooltip label="New conversation">
          <Link
            href="/"
            prefetch={false}
            aria-label="New conversation"
            onClick={onNavigate}
            className="inline-flex size-8 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <SquarePen className="size-[18px]" />
          </Link>
        </Tooltip>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title} className="mb-3">
            <h2 className="px-2.5 py-1 text-ink-faint text-xs" suppressHydrationWarning>
              {group.title}
            </h2>
            <ul className="flex flex-col gap-px">
              {group.conversations.map((conversation) => (
                <ConversationRow key={conversation.id} conversation={conversation} onNavigate={onNavigate} />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && query && (
          <p className="px-2.5 py-6 text-center text-ink-soft">No title has “{query}”.</p>
        )}
        {conversations.length === 0 && !query && (
          <EmptyState icon={<MessagesSquare />} title="No conversations yet">
            Write a message, and the conversation appears here.
          </EmptyState>
        )}
        {!query && !ended && conversations.length >= limits.conversation.listPage && (
          <button
            type="button"
            className="w-full rounded-md py-1.5 text-ink-soft hover:bg-sunken"
            onClick={() => void moreConversations().then((more) => setEnded(!more))}
          >
            Show older
          </button>
        )}
        {!query && (
          <Link
            href={TRASH_PAGE}
            prefetch={false}
            onClick={onNavigate}
            className="flex h-8 items-center gap-2 rounded-md px-2.5 text-ink-faint hover:bg-sunken hover:text-ink"
          >
            <Trash2 aria-hidden className="size-3.5" />
            Trash
          </Link>
        )}
      </div>
    </nav>
  )
})
