'use client'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { TurnDto } from '@/lib/shared/dto'
import type { ChatState } from './chat-state'
import type { ConversationStore } from './conversation-store'

const Store = createContext<ConversationStore | null>(null)
type Props = { store: ConversationStore; children: ReactNode }
export const ConversationProvider = ({ store, children }: Props) => <Store value={store}>{children}</Store>

export function useConversationStore(): ConversationStore {
  const store = use(Store)
  if (!store) throw new Error('useConversationStore needs a ConversationProvider above it')
  return store
}

/** A part of the state. `select` must return the same value while its part is unchanged. */
export function useConversation<T>(select: (state: ChatState) => T): T {
  const store = useConversationStore()
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    // A part of the page that hydrates late still has to match what the server rendered.
    () => select(store.first),
  )
}

export const useTurn = (turnId: string): TurnDto | undefined =>
  useConversation((state) => state.turns.find((turn) => turn.id === turnId))
