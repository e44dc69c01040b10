'use client'
import { Import } from 'lucide-react'
import type { ConversationDto } from '@/lib/shared/dto'
import { Chip } from '../ui/chip'
import { Tooltip } from '../ui/tooltip'
import { useFormat } from '../ui/words/use-format'
import { ImportedWords } from './imported-words'

/** In the header of an imported chat; only an icon on small screens. */
export function ImportedMark({ conversation }: { conversation: ConversationDto | null | undefined }) {
  const format = useFormat()
  if (!conversation?.importedFrom) return null
  const { importedFrom: from, importedAt: at, importedFile: file } = conversation
  return (
    <Tooltip
      label={`${file ? `From the file ${file}. ` : ''}Its first message is of ${format.exact(new Date(conversation.createdAt))}.`}
    >
      <Chip className="shrink-0 font-normal">
        <Import aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">
          <ImportedWords imported={{ from, at, file }} />
        </span>
      </Chip>
    </Tooltip>
  )
}
