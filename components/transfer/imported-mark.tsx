'use client'
import { Import } from 'lucide-react'
import type { ConversationDto } from '@/lib/shared/dto'
import { Chip } from '../ui/chip'
import { Tooltip } from '../ui/tooltip'
import { useFormat } from '../ui/use-format'
import { importedWords } from './formats'

/** At the head of a chat that came from a file; only its sign on a small screen. */
export function ImportedMark({ conversation }: { conversation: ConversationDto | null | undefined }) {
  const format = useFormat()
  if (!conversation?.importedFrom) return null
  const words = importedWords(conversation.importedFrom)
  return (
    <Tooltip label={`${words}. Its first message is of ${format.exact(new Date(conversation.createdAt))}.`}>
      <Chip className="shrink-0 font-normal">
        <Import aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">{words}</span>
      </Chip>
    </Tooltip>
  )
}
