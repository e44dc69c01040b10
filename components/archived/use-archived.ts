import { useState } from 'react'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { listConversations } from '../shell/actions'
import { useChanges } from '../shell/shell-context'

/** Archived conversations, newest first, page by page. */
export function useArchived(first: Result<ConversationDto[]>) {
  const [entries, setEntries] = useState(first.ok ? first.value : null)
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const [hasMore, setMore] = useState(isFull(first))
  const take = (result: Result<ConversationDto[]>, before: ConversationDto[]) => {
    if (result.ok) setEntries([...before, ...result.value])
    setError(result.ok ? null : result.error)
    setMore(isFull(result))
  }
  const reload = () => void listConversations({ archived: true }).then((result) => take(result, []))
  useChanges(reload)
  const more = () => {
    const last = entries?.at(-1)
    if (last)
      void listConversations({ archived: true, before: last.updatedAt }).then((result) =>
        take(result, entries ?? []),
      )
  }
  return { entries, error, reload, hasMore, more }
}

const isFull = (result: Result<ConversationDto[]>) =>
  result.ok && result.value.length >= limits.conversation.listPage
