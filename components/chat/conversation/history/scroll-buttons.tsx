'use client'
import { ArrowDown } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { runningTurn } from '../chat-state'
import { useConversation, useConversationStore } from '../use-conversation'

/** "Jump to latest", or "New text below" while an answer grows off screen; it has a place of its own. */
export function ScrollButtons({ atBottom, onDown }: { atBottom: boolean; onDown: () => void }) {
  const store = useConversationStore()
  const hasAfter = useConversation((state) => state.hasAfter)
  const growing = useConversation((state) =>
    Boolean(runningTurn(state)?.answer || runningTurn(state)?.steps.length),
  )
  const down = async () => {
    if (hasAfter) await store.latest()
    onDown()
  }
  return (
    <div className="flex h-9 pointer-coarse:h-12 shrink-0 items-center justify-center">
      {(!atBottom || hasAfter) && (
        <Button size="sm" className="rounded-full" onClick={() => void down()}>
          <ArrowDown className="size-3.5" />
          {growing && !hasAfter ? 'New text below' : 'Jump to latest'}
        </Button>
      )}
    </div>
  )
}
