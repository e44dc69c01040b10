'use client'
import { useEffect } from 'react'
import { toast } from 'sonner'
import type { FoundWords } from '@/components/chat/conversation/chat-state'
import type { ConversationStore } from '../conversation-store'

/** `top` = where on the screen it was; by default it goes below the header. */
type Turn = { id: string; number: number; top?: number }
/** Stored in the browser's history: the turn that was in view. */
type Seen = { mnemeTurn?: Turn & { conversationId: string } }

/** The turn in the middle of the view, or nearest to it. */
export function turnInSight(store: ConversationStore): Turn | null {
  const middle = innerHeight / 2
  const [nearest] = store
    .get()
    .turns.flatMap(({ id, number }) => {
      const box = document.getElementById(`turn-${id}`)?.getBoundingClientRect()
      if (!box) return []
      return { id, number, top: box.top, away: Math.max(box.top - middle, middle - box.bottom, 0) }
    })
    .toSorted((a, b) => a.away - b.away)
  return nearest ? { id: nearest.id, number: nearest.number, top: nearest.top } : null
}

const seen = ({ conversationId }: ConversationStore, turn: Turn): Seen => ({
  ...history.state,
  mnemeTurn: { ...turn, conversationId },
})

/** Makes this history entry return to a turn. */
export function rememberTurn(store: ConversationStore, turn: Turn | null) {
  if (turn) history.replaceState(seen(store, turn), '')
}

/** Makes a jump inside a conversation a history entry. */
export function rememberJump(store: ConversationStore, from: Turn | null, to: Turn) {
  if (!from || from.id === to.id) return
  rememberTurn(store, from)
  history.pushState(seen(store, { id: to.id, number: to.number }), '', location.href)
}

/** Offers the branch of a turn that is not on the path shown. */
export const offerBranch = (store: Pick<ConversationStore, 'selectBranch'>, turnId: string) =>
  void toast('This message is on another branch of the conversation.', {
    action: { label: 'Show that branch', onClick: () => void store.selectBranch(turnId) },
  })

/** Back and Forward move between the turns of jumps. A page not left before opens `at` a turn. */
export function useTurnHistory(
  store: ConversationStore,
  at: string | null | undefined,
  found: Omit<FoundWords, 'turnId'> | null,
) {
  useEffect(() => {
    const goTo = (state: unknown): boolean => {
      const turn = (state as Seen | null)?.mnemeTurn
      if (turn?.conversationId !== store.conversationId) return false
      void store.goTo(turn.id, turn.number, { top: turn.top ?? null })
      return true
    }
    const goBack = ({ state }: PopStateEvent) => void goTo(state)
    if (!goTo(history.state) && at)
      void store.goTo(at, null, { found }).then((isHere) => isHere || offerBranch(store, at))
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [store, at, found])
}
