'use client'
import { useEffect, useState } from 'react'
import type { ConversationPage as Page } from '@/lib/shared/dto'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { chatApi } from './actions'
import { Chat } from './chat'
import { ConversationStore } from './conversation-store'
import { startedConversation } from './started-conversation'
import { wait } from './wait'

export const newStore = (conversationId: string, page: Page | null) =>
  new ConversationStore(conversationId, page, { api: chatApi, wait, onFailure: toastFailure, now: () => new Date() })

/** Pages that were shown before: coming back to one may show old news, so it is brought up to date. */
const shown = new WeakSet<Page>()

/** `/c/ID`: a conversation that exists. */
export function ConversationPage({ page, at }: { page: Page; at: string | null }) {
  const [store] = useState(() => newStore(page.conversation.id, page))
  const { noteConversation, conversations } = useShell()
  useEffect(() => {
    if (shown.has(page)) void store.sync()
    shown.add(page)
  }, [page, store])
  const known = conversations.find((conversation) => conversation.id === store.conversationId) ?? page.conversation
  return <Chat store={store} draftKey={store.conversationId} at={at} onAccepted={(text) => noteConversation(startedConversation(store.conversationId, text, known))} />
}
