'use client'
import { Archive, MessagesSquare, Search, SquarePen, Tag, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { toastFailure } from '@/components/ui/toast-failure'
import { Tooltip } from '@/components/ui/tooltip'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { useTimeZone } from '@/components/ui/words/use-time-zone'
import { DAY_MS } from '@/lib/shared/day'
import type { ConversationDto } from '@/lib/shared/dto'
import { groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { isCalled, tagKey } from '@/lib/shared/tags'
import { daysIn } from '@/lib/shared/time/day'
import { UNTITLED } from '@/lib/shared/untitled'
import { server } from '../actions'
import { ARCHIVE_PAGE, TRASH_PAGE } from '../places'
import { useShell } from '../shell-context'
import { ConversationRow } from './conversation-row'
import { type ListPosition, newestFirst, pageEnd, unarchived, withFirstPage } from './listed-conversations'
import { TagFilter } from './tag-filter'
import { useFoundConversations } from './use-found-conversations'

/** What tells conversations of one title apart, by id: the day they began, with the time if needed. */
export function sameTitles(
  list: readonly ConversationDto[],
  timeZone: string,
  format: Pick<Format, 'date' | 'time'>,
): Map<string, string> {
  const groups = groupBy(list, ({ title }) => title || UNTITLED)
  const dayOf = ({ createdAt }: ConversationDto) => format.date(new Date(createdAt), timeZone)
  const began = new Map<string, string>()
  for (const group of groups.values())
    for (const one of group.length > 1 ? group : []) {
      const day = dayOf(one)
      const isShared = group.some((other) => other !== one && dayOf(other) === day)
      const time = format.time(new Date(one.createdAt), timeZone)
      began.set(one.id, isShared ? `${day}, ${time}` : day)
    }
  return began
}

/** So many are seen at once, and need no filter. */
const FEW = 8

export const ConversationList = memo(function ConversationList() {
  const { tags, conversations, hasArchived, preferences, setPreferences } = useShell()
  const [query, setQuery] = useState('')
  const tag =
    tags.find(({ name }) => preferences.tag && tagKey(name) === tagKey(preferences.tag))?.name ?? null
  const { shown, hasMore, more } = useListed(query, tag)
  const timeZone = useTimeZone()
  const today = new Date().toDateString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, other groups
  const groups = useMemo(() => groupByDate(shown, new Date(), timeZone), [shown, timeZone, today])
  const format = useFormat()
  const began = useMemo(() => sameTitles(shown, timeZone, format), [shown, timeZone, format])
  return (
    <nav aria-label="Conversations" className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 px-3 pb-2">
        {conversations.length > FEW || query ? (
          <label className="flex h-8 pointer-coarse:h-11 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-paper px-2 text-ink-faint focus-within:border-accent">
            <Search aria-hidden className="size-3.5 shrink-0" />
            <input
              type="search"
              aria-label="Filter conversations"
              placeholder="Filter"
              maxLength={limits.search.filterChars}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="w-full min-w-0 bg-transparent text-ink outline-none placeholder:text-ink-faint"
            />
          </label>
        ) : (
          <span aria-hidden className="flex-1 px-2.5 font-medium text-ink-soft">
            Conversations
          </span>
        )}
        <Tooltip label="New conversation">
          <Link
            href="/"
            prefetch={false}
            aria-label="New conversation"
            className="inline-flex size-8 pointer-coarse:size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <SquarePen className="size-[18px]" />
          </Link>
        </Tooltip>
      </div>
      <TagFilter
        tags={tags}
        chosen={tag}
        onChoose={(name) => setPreferences({ tag: name })}
        className="mb-2 px-3"
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title} className="mb-3">
            <h2 className="px-2.5 py-1 text-ink-faint text-xs" suppressHydrationWarning>
              {group.title}
            </h2>
            <ul className="flex flex-col gap-px">
              {group.conversations.map((conversation) => (
                <ConversationRow
                  key={conversation.id}
                  conversation={conversation}
                  began={began.get(conversation.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && query && (
          <p className="px-2.5 py-6 text-center text-ink-soft">
            {tag ? `No title with the tag “${tag}” matches` : 'No title or tag matches'} “{query}”.
          </p>
        )}
        {shown.length === 0 &&
          !query &&
          (tag ? (
            <EmptyState icon={<Tag />} title={`Every conversation with the tag “${tag}” is archived`} />
          ) : conversations.length > 0 || hasArchived ? (
            <EmptyState icon={<Archive />} title="Every conversation is archived" />
          ) : (
            <EmptyState icon={<MessagesSquare />} title="No conversations yet" />
          ))}
        {hasMore && (
          <button
            type="button"
            className="w-full rounded-md py-1.5 text-ink-soft hover:bg-sunken"
            onClick={more}
          >
            Show older
          </button>
        )}
      </div>
      <div className="flex gap-1 border-line border-t px-2 py-1">
        {(hasArchived || conversations.some(({ archivedAt }) => archivedAt)) && (
          <Below href={ARCHIVE_PAGE} icon={<Archive />} name="Archived" />
        )}
        <Below href={TRASH_PAGE} icon={<Trash2 />} name="Trash" />
      </div>
    </nav>
  )
})

function Below({ href, icon, name }: { href: string; icon: ReactNode; name: string }) {
  const here = usePathname() === href
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={here ? 'page' : undefined}
      className={cn(
        'flex h-8 flex-1 items-center gap-2 rounded-md px-2.5 pointer-coarse:h-11 [&_svg]:size-3.5',
        here ? 'bg-accent-soft text-accent' : 'text-ink-faint hover:bg-sunken hover:text-ink',
      )}
    >
      {icon}
      {name}
    </Link>
  )
}

type Tagged = { tag: string; list: ConversationDto[]; end: ListPosition | undefined; ended: boolean }

/** What the list shows for a query and a tag, page by page. What is loaded already is shown at once. */
function useListed(query: string, tag: string | null) {
  const { conversations, moreConversations } = useShell()
  const found = useFoundConversations(query, tag)
  const [ended, setEnded] = useState(false)
  const [tagged, setTagged] = useState<Tagged | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes the list may change its tags
  useEffect(() => {
    if (!tag) return
    let left = false
    void server.listConversations({ tag }).then((result) => {
      if (left || !result.ok) return
      const { value } = result
      const ended = value.length < limits.conversation.listPage
      setTagged((old) =>
        old?.tag === tag && !ended
          ? { ...old, list: withFirstPage(old.list, value), end: pageEnd(value, old.end) }
          : { tag, list: value, end: pageEnd(value), ended },
      )
    })
    return () => {
      left = true
    }
  }, [tag, conversations])
  const here = useMemo(() => {
    if (!tag) return unarchived(conversations)
    const known = tagged?.tag === tag ? tagged.list : []
    // The newest state is the shell's: it has what was just archived, deleted, renamed or tagged.
    const all = newestFirst([...known, ...conversations])
    return unarchived(all).filter(({ tags }) => tags.includes(tag))
  }, [conversations, tag, tagged])
  const typed = query.trim()
  const shown = useMemo(() => found ?? here.filter((one) => isCalled(one, typed)), [found, here, typed])
  const moreTagged = async (tag: string) => {
    const before = tagged?.tag === tag ? tagged.end : undefined
    const result = before ? await server.listConversations({ tag, before }) : null
    if (!result) return
    if (!result.ok) return toastFailure(result.error)
    const ended = result.value.length < limits.conversation.listPage
    setTagged({
      tag,
      list: newestFirst([...here, ...result.value]),
      end: pageEnd(result.value, before),
      ended,
    })
  }
  const atEnd = tag ? tagged?.tag !== tag || tagged.ended : ended
  return {
    shown,
    hasMore: !typed && !atEnd && here.length >= limits.conversation.listPage,
    more: () => void (tag ? moreTagged(tag) : moreConversations().then((more) => setEnded(!more))),
  }
}

/** Pinned, then by last change: today, yesterday, the week, the month, months by name. */
export function groupByDate(conversations: ConversationDto[], now: Date, timeZone: string) {
  const day = daysIn(timeZone)
  const dayAt = (date: Date) => Date.parse(day(date.getTime())) / DAY_MS
  const month = new Intl.DateTimeFormat('en', { timeZone, month: 'long', year: 'numeric' })
  const titleOf = ({ pinnedAt, updatedAt }: ConversationDto) => {
    if (pinnedAt) return 'Pinned'
    const date = new Date(updatedAt)
    const age = dayAt(now) - dayAt(date)
    if (age <= 0) return 'Today'
    if (age === 1) return 'Yesterday'
    if (age <= 7) return 'Previous 7 days'
    if (age <= 30) return 'Previous 30 days'
    return month.format(date)
  }
  const pinnedFirst = conversations.toSorted((a, b) => Number(!a.pinnedAt) - Number(!b.pinnedAt))
  return [...groupBy(pinnedFirst, titleOf)].map(([title, list]) => ({ title, conversations: list }))
}
