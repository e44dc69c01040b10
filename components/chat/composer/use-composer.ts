'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outgoing } from '@/components/chat/conversation/chat-state'
import type { ConversationStore } from '@/components/chat/conversation/conversation-store'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { wait } from '@/components/chat/conversation/wait'
import { STALE_PAGE, UNREACHABLE } from '@/components/ui/call-action'
import type { Failure } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import type { Chosen } from '@/lib/shared/schemas'
import { arrived, useUploads } from './files/use-uploads'
import { newId } from './new-id'
import { dropResend, keepForResend, takeResend } from './resend'
import {
  dropWaiting,
  keepWaiting,
  NEW_DRAFT,
  readDraft,
  uploadIdsOf,
  useDraft,
  waitingFiles,
  writeDraft,
} from './use-draft'

type Options = {
  store: ConversationStore
  draftKey: string
  chosen: Chosen
  onAccepted(text: string): void
  onGiven(): void
}

const LEAVING_MS = 1_000

/** The composer's logic: drafts, files, sending, and restoring everything when the server refused it. */
export function useComposer({ store, draftKey, chosen, onAccepted, onGiven }: Options) {
  const [text, setText, flushDraft, keepDraft] = useDraft(draftKey)
  const uploads = useUploads(store.conversationId, draftKey)
  const [error, setError] = useState<Failure | null>(null)
  /** The message whose sending lost the connection. */
  const [lost, setLost] = useState<Outgoing | null>(null)
  /** The connection is back, and the message has not arrived. */
  const [reconnected, setReconnected] = useState(false)
  /** The refused files that kept a message from being sent. */
  const [blocking, setBlocking] = useState<string[]>([])
  const last = useRef<Outgoing | null>(null)
  const latestText = useRef(text)
  useEffect(() => {
    latestText.current = text
  })

  const given = useEffectEvent((files: File[]) => {
    const uploaded = uploads.put(files)
    onGiven()
    return uploaded
  })
  useEffect(() => {
    store.takeFiles = (files) => given(files)
    return () => {
      store.takeFiles = null
    }
  }, [store])

  const tooLong = text.length > limits.message.maxChars
  const uploading = uploads.uploads.some((upload) => !upload.attachment && !upload.error)
  const refused = uploads.uploads.filter((upload) => upload.error)
  const gone = useConversation((state) => state.gone)
  const canSend = text.trim() !== '' && !tooLong && !uploading && !gone

  const accepted = (message: Outgoing) => {
    last.current = null
    keepDraft(latestText.current)
    dropWaiting(draftKey, uploadIdsOf(message.attachments))
    onAccepted(message.text)
  }
  useArrival(store, error === UNREACHABLE ? lost : null, (message, isThere) => {
    setError(null)
    if (!isThere) return setReconnected(true)
    if (text === message.text || text.startsWith(`${message.text}\n`)) {
      latestText.current = text.slice(message.text.length + 1)
      setText(latestText.current)
      uploads.hide(message.attachments)
    }
    accepted(message)
  })

  const deliver = async (message: Outgoing, files: typeof uploads.uploads) => {
    last.current = message
    setError(null)
    setReconnected(false)
    keepForResend({ conversationId: store.conversationId, message })
    const failure = await store.send(message)
    if (failure === STALE_PAGE) return location.reload()
    // A page that is being left loses its connections first.
    if (failure === UNREACHABLE) setTimeout(() => dropResend(message), LEAVING_MS)
    else dropResend(message)
    if (!failure) return accepted(message)
    setText(latestText.current.trim() ? `${message.text}\n${latestText.current}` : message.text)
    flushDraft()
    uploads.restore(files)
    // A deleted conversation has its own notice.
    if (store.get().gone) return
    setLost(message)
    setError(failure)
  }

  const send = () => {
    if (!canSend) return false
    setBlocking(refused.map(({ id }) => id))
    if (refused.length > 0) return false
    const attachments = uploads.uploads.flatMap((upload) => upload.attachment ?? [])
    // The same text again is the same message: the server accepts an id once.
    const again = last.current?.text === text ? last.current : null
    const ids = {
      turnId: again?.turnId ?? newId('turn'),
      clientMessageId: again?.clientMessageId ?? newId('msg'),
    }
    const { branching } = store.get()
    const beside = branching ? { besideTurnId: branching.besideTurnId } : {}
    const files = uploads.uploads
    setText('')
    flushDraft()
    uploads.clear()
    writeDraft(draftKey, text)
    void deliver({ text, options: {}, chosen, attachments, ...ids, ...beside }, files)
    return true
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the page was reloaded
  useEffect(() => {
    const resend = takeResend(store.conversationId)
    if (!resend) return
    // The next message may have been begun.
    const draft = readDraft(draftKey)
    if (draft.startsWith(resend.text)) setText(draft.slice(resend.text.length).replace(/^\n/, ''))
    uploads.hide(resend.attachments)
    void deliver(resend, resend.attachments.map(arrived))
  }, [])

  const attachText = () => {
    uploads.add([new File([text], 'message.txt', { type: 'text/plain' })])
    setText('')
  }
  /** Text and files become the draft of the next new conversation, after one that is already there. */
  const takeAlong = () => {
    flushDraft()
    if (draftKey === NEW_DRAFT) return
    keepWaiting(NEW_DRAFT, waitingFiles(draftKey))
    dropWaiting(draftKey, uploadIdsOf(waitingFiles(NEW_DRAFT)))
    if (text.trim() === '') return
    const waiting = readDraft(NEW_DRAFT)
    const longer = waiting.trim() ? `${waiting}\n${text}` : text
    writeDraft(NEW_DRAFT, longer)
    // Storage may be full or blocked; then the text stays here.
    if (readDraft(NEW_DRAFT) === longer) writeDraft(draftKey, '')
  }
  return {
    ...{ text, setText, uploads, error, setError, tooLong, uploading, canSend, send, attachText, takeAlong },
    reconnected: reconnected && text.trim() !== '',
    refused: refused.filter(({ id }) => blocking.includes(id)),
  }
}

/** After a lost connection, asks whether the message arrived: only its acknowledgement may have been lost. */
function useArrival(
  store: ConversationStore,
  message: Outgoing | null,
  onKnown: (message: Outgoing, arrived: boolean) => void,
) {
  const known = useEffectEvent(onKnown)
  useEffect(() => {
    const turnId = message?.turnId
    if (!turnId) return
    const left = new AbortController()
    const ask = async () => {
      while (!left.signal.aborted) {
        await wait(limits.runner.changePollMs, left.signal)
        const arrived = left.signal.aborted ? null : await store.hasArrived(turnId)
        if (arrived !== null && !left.signal.aborted) return known(message, arrived)
      }
    }
    void ask()
    return () => left.abort()
  }, [store, message])
}
