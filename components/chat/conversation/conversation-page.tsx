'use client'
import { useEffect, useMemo, useState } from 'react'
import { chatApi } from '@/components/chat/actions'
import { foundAt } from '@/components/search/address/hit-links'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationPage as Page } from '@/lib/shared/dto'
import { Chat } from './chat'
import { ConversationStore } from './conversation-store'
import { wait } from './wait'

export const newStore = (conversationId: string, page: Page | null, openedAt: string | null = null) =>
  new ConversationStore(conversationId, page, {
    api: chatApi,
    wait,
    onFailure: toastFailure,
    now: () => new Date(),
    openedAt,
  })

/** Pages shown before may be outdated, so they are refreshed. */
const shown = new WeakSet<Page>()

type Props = {
  page: Page
  at: string | null
  around: string | null
  find: string
  part: string | null
}

/** `/c/ID`: a conversation. `around` = the turn it opens at; `find`, `part` = the search's `pageHref`. */
export function ConversationPage({ page, at, around, find, part }: Props) {
  const [store] = useState(() => newStore(page.conversation.id, page, around))
  useEffect(() => {
    if (shown.has(page)) void store.sync()
    shown.add(page)
  }, [page, store])
  const found = useMemo(() => foundAt(find, part), [find, part])
  return <Chat store={store} draftKey={store.conversationId} at={at} found={found} />
}
