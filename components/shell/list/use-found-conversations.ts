'use client'
import { useEffect, useState } from 'react'
import { server } from '@/components/shell/actions'
import type { ConversationDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'

/** Conversations by title or tag, archived ones too, once typing pauses; null until the server responds. */
export function useFoundConversations(query: string, tag: string | null = null): ConversationDto[] | null {
  const [found, setFound] = useState<{ query: string; tag: string | null; list: ConversationDto[] } | null>(
    null,
  )
  const trimmed = query.trim()
  useEffect(() => {
    if (!trimmed) return
    const ask = () =>
      void server
        .listConversations({ query: trimmed, ...(tag ? { tag } : {}) })
        .then((result) => result.ok && setFound({ query: trimmed, tag, list: result.value }))
    const timer = setTimeout(ask, limits.interface.searchDelayMs)
    return () => clearTimeout(timer)
  }, [trimmed, tag])
  return found?.query === trimmed && found.tag === tag ? found.list : null
}
