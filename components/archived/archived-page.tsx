'use client'
import { Archive } from 'lucide-react'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { server } from '@/components/shell/actions'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { UNTITLED } from '@/lib/shared/untitled'
import { ListBody } from '../list/list-body'
import { useArchive } from '../organise/use-archive'
import { positionOf } from '../shell/list/listed-conversations'
import { TagFilter } from '../shell/list/tag-filter'
import { PageHeader } from '../shell/page-header'
import { useChanges, useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { EmptyState } from '../ui/empty-state'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'

/** Loads archived conversations page by page, the newest first; with a `tag`, only those that have it. */
function useArchived(first: Result<ConversationDto[]>) {
  const [entries, setEntries] = useState(first.ok ? first.value : null)
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const [hasMore, setMore] = useState(isFull(first))
  const [tag, setTag] = useState<string | null>(null)
  const take = (result: Result<ConversationDto[]>, before: ConversationDto[]) => {
    if (result.ok) setEntries([...before, ...result.value])
    setError(result.ok ? null : result.error)
    setMore(isFull(result))
  }
  const archived = (of: string | null) => ({ archived: true, ...(of ? { tag: of } : {}) })
  const load = (of: string | null) =>
    void server.listConversations(archived(of)).then((result) => take(result, []))
  const reload = () => load(tag)
  const choose = (next: string | null) => {
    setTag(next)
    load(next)
  }
  useChanges(reload)
  const more = () => {
    const last = entries?.at(-1)
    if (last)
      void server
        .listConversations({ ...archived(tag), before: positionOf(last) })
        .then((result) => take(result, entries ?? []))
  }
  return { entries, error, reload, hasMore, more, tag, choose }
}

const isFull = (result: Result<ConversationDto[]>) =>
  result.ok && result.value.length >= limits.conversation.listPage

const STAY =
  'Archived conversations can still be read, found in search and recalled. A new message brings one back.'

export function ArchivedPage({ first }: { first: Result<ConversationDto[]> }) {
  const { entries, error, reload, hasMore, more, tag, choose } = useArchived(first)
  const { tags } = useShell()
  const archivedTags = tags.map((one) => ({ ...one, listed: one.all - one.listed }))
  const archive = useArchive()
  const region = useRef<HTMLElement>(null)
  const unarchive = (entry: ConversationDto) =>
    void archive(entry, () => {
      reload()
      region.current?.focus()
    })
  return (
    <>
      <PageHeader title="Archived" />
      <ListBody
        region={region}
        label="Archived conversations"
        error={error}
        onRetry={reload}
        className="gap-3"
      >
        {entries && entries.length > 0 && <p className="text-ink-soft">{STAY}</p>}
        <TagFilter tags={archivedTags} chosen={tag} onChoose={choose} />
        {entries && (
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onUnarchive={() => unarchive(entry)} />
            ))}
          </ul>
        )}
        {hasMore && (
          <Button className="self-center" onClick={more}>
            Show older
          </Button>
        )}
        {entries?.length === 0 && tag && (
          <EmptyState icon={<Archive />} title="Nothing archived has this tag">
            Choose “{tag}” again to see everything archived.
          </EmptyState>
        )}
        {entries?.length === 0 && !tag && (
          <EmptyState icon={<Archive />} title="Nothing is archived">
            Archive a conversation from its menu in the list. It can still be read, found in search and
            recalled.
          </EmptyState>
        )}
      </ListBody>
    </>
  )
}

function Entry({ entry, onUnarchive }: { entry: ConversationDto; onUnarchive: () => void }) {
  const { plural } = useFormat()
  const title = entry.title || UNTITLED
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          href={`/c/${entry.id}`}
          prefetch={false}
          className="block truncate font-medium underline-offset-2 hover:underline"
        >
          {title}
        </Link>
        <p className="text-ink-soft text-sm">
          {plural(entry.turns, 'message')} · archived{' '}
          <RelativeTime at={entry.archivedAt ?? entry.updatedAt} />
        </p>
        {entry.tags.length > 0 && (
          <ul aria-label={`Tags of ${title}`} className="mt-1 flex flex-wrap gap-1">
            {entry.tags.map((tag) => (
              <li key={tag} className="flex max-w-full">
                <Chip className="truncate">{tag}</Chip>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button size="sm" aria-label={`Unarchive ${title}`} onClick={onUnarchive}>
        Unarchive
      </Button>
    </li>
  )
}
