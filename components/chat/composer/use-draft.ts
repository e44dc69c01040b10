'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { readStored, readStoredAs, writeStored } from '@/components/ui/hooks/stored'
import { limits } from '@/lib/shared/limits'
import { type Attachment, attachmentSchema } from '@/lib/shared/schemas'

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

const filesKey = (draftKey: string) => `mneme.draft-files.${draftKey}`

export const waitingFiles = (draftKey: string): Attachment[] =>
  readStoredAs(filesKey(draftKey), z.array(attachmentSchema)) ?? []

export const uploadIdsOf = (files: readonly Attachment[]) => files.map((file) => file.uploadId)
const without = (draftKey: string, uploadIds: readonly string[]) =>
  waitingFiles(draftKey).filter((file) => !uploadIds.includes(file.uploadId))
const writeFiles = (draftKey: string, files: readonly Attachment[]) =>
  writeStored(filesKey(draftKey), files.length ? JSON.stringify(files) : '')
export const keepWaiting = (draftKey: string, files: readonly Attachment[]) =>
  writeFiles(draftKey, [...without(draftKey, uploadIdsOf(files)), ...files])
export const dropWaiting = (draftKey: string, uploadIds: readonly string[]) =>
  writeFiles(draftKey, without(draftKey, uploadIds))

export function goneWords(files: readonly Attachment[]): { message: string; hint: string } {
  const one = files.length === 1
  return {
    message: one
      ? `${files[0]?.path} is no longer attached.`
      : `${files.length} files are no longer attached.`,
    hint: `${one ? 'It was' : 'They were'} sent with another message or removed. Attach ${one ? 'it' : 'them'} again to send ${one ? 'it' : 'them'}.`,
  }
}
