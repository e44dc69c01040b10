'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '@/components/ui/hooks/stored'
import { limits } from '@/lib/shared/limits'

export const NEW_DRAFT = 'new'
const keyOf = (conversationId: string) => `mneme.draft.${conversationId}`
export const readDraft = (conversationId: string) => readStored(keyOf(conversationId))
export const writeDraft = (conversationId: string, text: string) => writeStored(keyOf(conversationId), text)

/**
 * The composer's text, kept per conversation across reloads. `key` is `NEW_DRAFT` for a new one; what was typed
 * by the time the conversation has its id stays with it.
 */
export function useDraft(key: string) {
  const [text, setText] = useState('')
  /** The key of this moment, for what began under an earlier one. */
  const current = useRef(key)
  const pending = useRef<string | null>(null)
  const keep = useCallback((kept: string) => writeDraft(current.current, kept), [])
  const flush = useCallback(() => {
    if (pending.current !== null) keep(pending.current)
    pending.current = null
  }, [keep])
  useEffect(() => {
    if (current.current === NEW_DRAFT && key !== NEW_DRAFT) {
      writeDraft(key, readDraft(NEW_DRAFT))
      writeDraft(NEW_DRAFT, '')
    }
    current.current = key
    setText((typed) => typed || readDraft(key))
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [key, flush])
  const change = useCallback(
    (next: string) => {
      setText(next)
      if (pending.current === null) setTimeout(flush, limits.interface.draftDelayMs)
      pending.current = next
    },
    [flush],
  )
  return [text, change, flush, keep] as const
}
