'use client'
import { useEffect, useEffectEvent } from 'react'
import type { Outgoing } from '@/components/chat/conversation/chat-state'
import type { ConversationStore } from '@/components/chat/conversation/conversation-store'
import { wait } from '@/components/chat/conversation/wait'
import { limits } from '@/lib/shared/limits'

/**
 * After a lost connection, asks until the server answers whether the message has arrived: only its
 * acknowledgement may have been lost.
 */
export function useArrival(
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
