'use client'
import { useEffect, useState } from 'react'
import { listConversations } from '@/components/shell/actions'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'

/**
 * Conversations whose title contains the query, loaded once the typing pauses; null until the server
 * responds.
 */
export function useFoundConversations(query: string): ConversationDto[] | null {
  const [found, setFound] = useState<{ query: string; list: ConversationDto[] } | null>(null)
  const trimmed = query.trim()
  useEffect(() => {
    if (!trimmed) return
    const ask = () =>
      void listConversations({ query: trimmed }).then(
        (result) => result.ok && setFound({ query: trimmed, list: result.value }),
      )
    const timer = setTimeout(ask, limits.interface.searchDelayMs)
    return () => clearTimeout(timer)
  }, [trimmed])
  return found?.query === trimmed ? found.list : null
}
