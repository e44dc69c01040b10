'use client'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { fullWarning } from '@/components/chat/turn/thinking/window-words'
import { useFormat } from '@/components/ui/words/use-format'

/** What happens with the next message: which model answers, and what a full window costs. */
export function ComposerNote({ model }: { model: string }) {
  const format = useFormat()
  const warning = useConversation((state) => {
    const last = state.hasAfter ? state.latest : state.turns.at(-1)
    return last?.window ? fullWarning(last.window, format) : null
  })
  return (
    <p className="mt-2 line-clamp-2 text-balance text-center text-ink-faint text-xs">
      {warning ? `${warning} ` : ''}
      Using {model} · conversations are saved
    </p>
  )
}
