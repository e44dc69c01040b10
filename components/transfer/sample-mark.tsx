'use client'
import { Compass } from 'lucide-react'
import type { ConversationDto } from '@/lib/shared/dto'
import { useRemove } from '../organise/use-remove'
import { useListedSample } from '../shell/use-sample'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { Tooltip } from '../ui/tooltip'

/** In the header of the sample; only an icon on small screens. */
export function SampleMark({ conversation }: { conversation: ConversationDto | null | undefined }) {
  if (!conversation?.sample) return null
  return (
    <Tooltip label="Prepared texts, which your other conversations do not use">
      <Chip className="shrink-0 font-normal">
        <Compass aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">Sample</span>
      </Chip>
    </Tooltip>
  )
}

/** Above what a page shows of the sample. */
export function SampleNote({ onRemoved }: { onRemoved(): Promise<void> }) {
  const sample = useListedSample()
  const remove = useRemove()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-surface px-4 py-3 text-ink-soft">
      <p>From the sample, and used only there</p>
      {sample && (
        <Button size="sm" onClick={() => void remove(sample).then(onRemoved)}>
          Remove the sample
        </Button>
      )}
    </div>
  )
}
