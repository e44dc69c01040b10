'use client'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { limits } from '@/lib/shared/limits'
import { server } from '../actions'

/** Conversations by title or tag, archived ones too, once typing pauses; null until the server responds. */
export function useFoundConversations(query: string, tag: string | null = null) {
  const asked = { query: query.trim(), ...(tag ? { tag } : {}) }
  const key = asked.query ? JSON.stringify(asked) : null
  const delayMs = limits.interface.searchDelayMs
  return useLoaded(key, () => server.listConversations(asked), { delayMs }).current
}
