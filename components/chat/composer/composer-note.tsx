'use client'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { fullWarning } from '@/components/chat/turn/window-words'
import { useFormat } from '@/components/ui/use-format'

/** What happens with the next message: whether memory is on, and what a full window costs. */
export function ComposerNote({ memory }: { memory: boolean }) {
  const format = useFormat()
  const warning = useConversation((state) => {
    const last = state.hasAfter ? state.latest : state.turns.at(-1)
    return last?.window ? fullWarning(last.window, format) : null
  })
  const words = memory
    ? 'What is said here is remembered.'
    : 'Memory is off: nothing said earlier is looked up. What is said here is still saved.'
  return (
    <p className="mt-2 line-clamp-2 text-balance text-center text-ink-faint text-xs">
      {warning ? `${warning} ` : ''}
      {words}
    </p>
  )
}
