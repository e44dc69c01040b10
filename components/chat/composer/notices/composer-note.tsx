'use client'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { fullWarning } from '@/components/chat/turn/thinking/window-words'
import { useFormat } from '@/components/ui/words/use-format'

export function ComposerNote() {
  const format = useFormat()
  const warning = useConversation((state) => {
    const last = state.hasAfter ? state.latest : state.turns.at(-1)
    return last?.window ? fullWarning(last.window, format) : null
  })
  return warning && <p className="mt-2 line-clamp-2 text-center text-ink-faint text-xs">{warning}</p>
}
