'use client'
import { useConversation } from '@/components/chat/conversation/use-conversation'
import { fullWarning } from '@/components/chat/turn/thinking/window-words'
import { useFormat } from '@/components/ui/words/use-format'

/**
 * What happens with the next message: which model answers, whether memory is on, what a full window costs.
 */
export function ComposerNote({ model, memory }: { model: string; memory: boolean }) {
  const format = useFormat()
  const warning = useConversation((state) => {
    const last = state.hasAfter ? state.latest : state.turns.at(-1)
    return last?.window ? fullWarning(last.window, format) : null
  })
  const words = [
    `Using ${model}`,
    ...(memory ? [] : ['memory is off: nothing is recalled']),
    'conversations are saved',
  ].join(' · ')
  return (
    <p className="mt-2 line-clamp-2 text-balance text-center text-ink-faint text-xs">
      {warning ? `${warning} ` : ''}
      {words}
    </p>
  )
}
