import { useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { listConversations } from '../shell/actions'
import { useChanges } from '../shell/shell-context'

/** Archived conversations, newest first, page by page; `tag` = only those with it. */
export function useArchived(first: Result<ConversationDto[]>) {
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
  const load = (of: string | null) => void listConversations(archived(of)).then((result) => take(result, []))
  const reload = () => load(tag)
  const choose = (next: string | null) => {
    setTag(next)
    load(next)
  }
  useChanges(reload)
  const more = () => {
    const last = entries?.at(-1)
    if (last)
      void listConversations({ ...archived(tag), before: last.updatedAt }).then((result) =>
        take(result, entries ?? []),
      )
  }
  return { entries, error, reload, hasMore, more, tag, choose }
}

const isFull = (result: Result<ConversationDto[]>) =>
  result.ok && result.value.length >= limits.conversation.listPage
