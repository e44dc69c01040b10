'use client'
import { ArrowDown } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { runningTurn } from '../chat-state'
import { useConversation, useConversationStore } from '../use-conversation'

/** "Jump to latest", or "New text below" while an answer grows off screen. */
export function ScrollButtons({ atBottom, onDown }: { atBottom: boolean; onDown: () => void }) {
  const store = useConversationStore()
  const hasAfter = useConversation((state) => state.hasAfter)
  const growing = useConversation((state) =>
    Boolean(runningTurn(state)?.answer || runningTurn(state)?.steps.length),
  )
  if (atBottom && !hasAfter) return null
  const down = async () => {
    if (hasAfter) await store.latest()
    onDown()
  }
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 z-10 flex justify-center">
      <Button
        size="sm"
        className="pointer-events-auto animate-rise rounded-full shadow-float"
        onClick={() => void down()}
      >
        <ArrowDown className="size-3.5" />
        {growing && !hasAfter ? 'New text below' : 'Jump to latest'}
      </Button>
    </div>
  )
}
