'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { limits } from '@/lib/shared/limits'
import { server } from './actions'
import { useShell } from './shell-context'

/** Titles of conversations too old for the list; '' = deleted. */
const titles = new Map<string, string>()
const wanted = new Set<string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Batches all requests of one tick. */
function want(id: string) {
  if (wanted.size === 0) queueMicrotask(ask)
  wanted.add(id)
}
async function ask() {
  const ids = [...wanted].slice(0, limits.interface.titlesAsked)
  wanted.clear()
  const result = await server.loadTitles({ conversationIds: ids })
  if (!result.ok) return
  for (const id of ids) titles.set(id, result.value[id] ?? '')
  for (const listener of listeners) listener()
}

/** A conversation's title, also beyond the list; undefined until loaded, or if it is deleted. */
export function useTitle(conversationId: string): string | undefined {
  const { conversations, onChanges } = useShell()
  const listed = conversations.find((conversation) => conversation.id === conversationId)?.title
  const known = useSyncExternalStore(
    subscribe,
    () => titles.get(conversationId),
    () => undefined,
  )
  const missing = listed === undefined && conversationId !== ''
  useEffect(() => {
    if (!missing) return
    if (!titles.has(conversationId)) want(conversationId)
    return onChanges(
      (changes) =>
        changes.some(({ kind, refId }) => kind === 'conversation' && refId === conversationId) &&
        want(conversationId),
    )
  }, [missing, conversationId, onChanges])
  return listed ?? (known || undefined)
}
