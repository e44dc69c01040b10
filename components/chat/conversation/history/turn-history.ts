'use client'
import { useEffect } from 'react'
import type { ConversationStore } from '../conversation-store'

type Turn = { id: string; number: number }
/** Stored in the browser's history: the turn that was in view. */
type Seen = { mnemeTurn?: Turn & { conversationId: string } }

/** The turn in the middle of the view. */
export function turnInSight(store: ConversationStore): Turn | null {
  const ids = document
    .elementsFromPoint(innerWidth / 2, innerHeight / 2)
    .map((element) => element.closest<HTMLElement>('[data-turn]')?.dataset.turn)
  return store.get().turns.find((turn) => ids.includes(turn.id)) ?? null
}

/** Makes a jump inside a conversation a history entry. */
export function rememberJump({ conversationId }: ConversationStore, from: Turn | null, to: Turn) {
  if (!from || from.id === to.id) return
  const seen = ({ id, number }: Turn): Seen => ({
    ...history.state,
    mnemeTurn: { id, number, conversationId },
  })
  history.replaceState(seen(from), '')
  history.pushState(seen(to), '', location.href)
}

/** Back and Forward move between the turns of jumps, also when returning from another page. */
export function useTurnHistory(store: ConversationStore) {
  useEffect(() => {
    const goTo = (state: unknown) => {
      const turn = (state as Seen | null)?.mnemeTurn
      if (turn?.conversationId === store.conversationId) void store.goTo(turn.id, turn.number)
    }
    const goBack = ({ state }: PopStateEvent) => goTo(state)
    goTo(history.state)
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [store])
}
