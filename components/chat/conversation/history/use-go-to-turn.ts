'use client'
import { useRouter } from 'next/navigation'
import type { MouseEvent } from 'react'
import { foundNode } from '@/components/search/results/found-name'
import type { RecallHit } from '@/lib/shared/turn/events'
import { useConversationStore } from '../use-conversation'
import { offerBranch, rememberJump, rememberTurn, turnInSight } from './turn-history'
import { nodeHref, turnHref } from './turn-href'

export type TurnTarget = Pick<RecallHit, 'turnId' | 'turnNumber' | 'conversationId'>
export const recallHref = (hit: RecallHit) => nodeHref(hit.conversationId, foundNode(hit))

/** Goes to a turn: scrolls to it on this path, else opens its conversation there. */
export function useGoToTurn() {
  const store = useConversationStore()
  const router = useRouter()
  return async (place: TurnTarget) => {
    const { turnId, turnNumber } = place
    const from = turnInSight(store)
    if (place.conversationId !== store.conversationId) {
      rememberTurn(store, from)
      return router.push(turnHref(place))
    }
    if (await store.goTo(turnId, turnNumber)) {
      const { target, turns } = store.get()
      const to = turns.find(({ id }) => id === target?.turnId)
      if (to) rememberJump(store, from, to)
      return
    }
    if (turnId) offerBranch(store, turnId)
  }
}

/** Props of a link to a turn. A plain click goes there within the page, an Alt-click to `altHref`. */
export function useTurnLink(place: TurnTarget, altHref?: string) {
  const go = useGoToTurn()
  const router = useRouter()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (event.altKey && altHref) router.push(altHref)
    else void go(place)
  }
  return { href: turnHref(place), onClick }
}
