'use client'
import { useEffect } from 'react'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { InspectorPanel as Panel } from '@/components/inspector/inspector-panel'
import { useShortcut } from '@/components/shell/keyboard/shortcuts'

/** Removes `?turn=` from the address without leaving the page. */
function close() {
  const url = new URL(location.href)
  url.searchParams.delete('turn')
  history.replaceState(null, '', url)
}

/**
 * Opened by `?turn=TURN_ID`: scrolls to the turn and shows everything sent and answered. Esc or its button
 * closes it.
 */
export function InspectorPanel({ turnId }: { turnId: string }) {
  const store = useConversationStore()
  useEffect(() => {
    void store.goTo(turnId, null, { choose: true })
  }, [store, turnId])
  useShortcut('Escape', close, { above: true })
  return (
    <aside
      aria-label="Inspector"
      className="fixed inset-y-0 right-0 z-30 flex w-[min(44rem,100vw)] border-line border-l bg-paper shadow-float"
    >
      <Panel turnId={turnId} onClose={close} />
    </aside>
  )
}
