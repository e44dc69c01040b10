'use client'
import { useEffect } from 'react'
import { useConversationStore } from './use-conversation'

/** What `?turn=TURN_ID` opens: the turn comes into view and its ledger beside it. */
export function InspectorPanel({ turnId, onOpen }: { turnId: string; onOpen: () => void }) {
  const store = useConversationStore()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per turn in the address
  useEffect(() => {
    void store.goTo(turnId, null, true)
    onOpen()
  }, [store, turnId])
  return null
}
