'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '@/components/ui/hooks/stored'
import { limits } from '@/lib/shared/limits'

export const NEW_DRAFT = 'new'
const keyOf = (conversationId: string) => `mneme.draft.${conversationId}`
export const readDraft = (conversationId: string) => readStored(keyOf(conversationId))
export const writeDraft = (conversationId: string, text: string) => writeStored(keyOf(conversationId), text)

/** The composer's text, kept per conversation across reloads. `key` is `NEW_DRAFT` for a new one. */
export function useDraft(key: string) {
  const [text, setText] = useState('')
  const pending = useRef<{ key: string; text: string } | null>(null)
  const flush = useCallback(() => {
    if (pending.current) writeDraft(pending.current.key, pending.current.text)
    pending.current = null
  }, [])
  useEffect(() => {
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
      if (!pending.current) setTimeout(flush, limits.interface.draftDelayMs)
      pending.current = { key, text: next }
    },
    [key, flush],
  )
  return [text, change, flush] as const
}
