'use client'
import { usePathname } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { chatApi } from '@/components/chat/actions'
import { newId } from '@/components/chat/composer/new-id'
import { resendConversation } from '@/components/chat/composer/resend'
import { NEW_DRAFT } from '@/components/chat/composer/use-draft'
import { useShell } from '@/components/shell/shell-context'
import { toastFailure } from '@/components/ui/toast-failure'
import { Chat } from './chat'
import { ChatSkeleton } from './chat-skeleton'
import { newStore } from './conversation-page'
import type { ConversationStore } from './conversation-store'
import { Welcome } from './welcome'

/** `/`: its first message gives it an address without leaving the page, so the stream continues. */
export function NewConversation() {
  const pathname = usePathname()
  const wanted = /^\/c\/([\w-]+)$/.exec(pathname)?.[1] ?? null
  const [store, setStore] = useState<ConversationStore>(() => newStore(newId('conv'), null))
  const { refreshConversations } = useShell()
  // Its new address. The router may learn of it late, or never if the person returns to `/` quickly.
  const [address, setAddress] = useState<string | null>(null)
  const started = useRef(wanted !== null)
  // Not before hydration: the list may name this conversation, which the server did not show here.
  useEffect(() => {
    const sending = resendConversation()
    if (sending) setStore(newStore(sending, null))
  }, [])
  const startAfresh = useCallback(() => {
    if (!started.current || location.pathname !== '/') return
    started.current = false
    setAddress(null)
    setStore(newStore(newId('conv'), null))
  }, [])
  useEffect(() => {
    if (wanted) started.current = true
    else startAfresh()
  })
  useEffect(() => {
    window.navigation?.addEventListener('currententrychange', startAfresh)
    return () => window.navigation?.removeEventListener('currententrychange', startAfresh)
  }, [startAfresh])
  useEffect(() => {
    if (!wanted || wanted === store.conversationId) return
    let current = true
    void chatApi.loadTurns({ conversationId: wanted }).then((result) => {
      if (!result.ok) toastFailure(result.error)
      else if (current) setStore(newStore(wanted, result.value))
    })
    return () => {
      current = false
    }
  }, [wanted, store])
  if (wanted && wanted !== store.conversationId) return <ChatSkeleton />
  const accepted = () => {
    if (location.pathname !== '/') return
    history.pushState(null, '', `/c/${store.conversationId}`)
    // The real title is known by now; until here the message's first line stood in for it.
    void refreshConversations()
    started.current = true
    setAddress(store.conversationId)
  }
  return (
    <Chat
      key={store.conversationId}
      store={store}
      draftKey={wanted ?? address ?? NEW_DRAFT}
      onAccepted={accepted}
      welcome={<Welcome />}
    />
  )
}
