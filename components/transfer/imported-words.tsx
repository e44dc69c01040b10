'use client'
import { Import } from 'lucide-react'
import type { ConversationDto } from '@/lib/shared/dto'
import { type Imported, SOURCES, type TransferFormat } from '@/lib/shared/transfer/transfer'
import { Chip } from '../ui/chip'
import { useHydrated } from '../ui/hooks/use-hydrated'
import { Tooltip } from '../ui/tooltip'
import { useFormat } from '../ui/words/use-format'

export const importedWords = (format: TransferFormat) => `Imported from ${SOURCES[format]}`

type Props = { imported: Imported; withFile?: boolean }

/** "Imported from ChatGPT on 21 Nov 2026"; UTC until hydration, so that server and browser agree. */
export function ImportedWords({ imported: { from, at, file }, withFile = false }: Props) {
  const format = useFormat()
  const hydrated = useHydrated()
  return (
    <>
      {importedWords(from)}
      {at && (
        <>
          {' '}
          on <time dateTime={at}>{hydrated ? format.day(new Date(at)) : at.slice(0, 10)}</time>
        </>
      )}
      {withFile && file && `, from ${file}`}
    </>
  )
}

/** In the header of an imported chat; only an icon on small screens. */
export function ImportedMark({ conversation }: { conversation: ConversationDto | null | undefined }) {
  const format = useFormat()
  if (!conversation?.importedFrom) return null
  const { importedFrom: from, importedAt: at, importedFile: file } = conversation
  return (
    <Tooltip
      label={`${file ? `From the file ${file}. ` : ''}Its first message is from ${format.exact(new Date(conversation.createdAt))}.`}
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
