'use client'
import { useEffect } from 'react'
import type { ConversationStore } from './conversation-store'

type Turn = { id: string; number: number }
/** In the browser's history: the turn that was in sight, to go back to. */
type Seen = { mnemeTurn?: Turn }

/** The turn in the middle of the page, which is the one being read. */
export function turnInSight(store: ConversationStore): Turn | null {
  const ids = document.elementsFromPoint(innerWidth / 2, innerHeight / 2).map((element) => element.closest<HTMLElement>('[data-turn]')?.dataset.turn)
  return store.get().turns.find((turn) => ids.includes(turn.id)) ?? null
}

/** Makes a jump inside a conversation a step that Back takes back. */
export function rememberJump(from: Turn | null, to: Turn) {
  if (!from || from.id === to.id) return
  const seen = ({ id, number }: Turn): Seen => ({ ...history.state, mnemeTurn: { id, number } })
  history.replaceState(seen(from), '')
  history.pushState(seen(to), '', location.href)
}

/** Back and Forward go to the turns that were jumped between. */
export function useTurnHistory(store: ConversationStore) {
  useEffect(() => {
    const goBack = ({ state }: PopStateEvent) => {
      const turn = (state as Seen | null)?.mnemeTurn
      if (turn) void store.goTo(turn.id, turn.number)
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [store])
}
