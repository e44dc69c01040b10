'use client'
import { X } from 'lucide-react'
import { useWide } from '@/components/ui/hooks/use-wide'
import { IconButton } from '@/components/ui/icon-button'
import { PageBody } from '@/components/ui/scroll-area'
import { Sheet } from '@/components/ui/sheet'
import { useFormat } from '@/components/ui/words/use-format'
import type { PlaybookDto, StrategyDto } from '@/lib/shared/learning/playbook'
import { aboutWords } from '../strategy/strategy-words'
import type { StrategyActs } from '../strategy/use-strategy-acts'
import { ChangeList } from './change-list'

/** `strategy` null = the history of all lessons; `of` = what was last read of them. */
type Props = { strategy: StrategyDto | null; of: PlaybookDto | null; acts: StrategyActs; onClose(): void }

/** Every change of the lessons, or of one, next to them or, on a small screen, in front of them. */
export function HistoryPanel({ strategy, of, acts, onClose }: Props) {
  const format = useFormat()
  const content = (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium text-base">
          {strategy ? `History of “${strategy.title}”` : 'History'}
        </h2>
        <IconButton label="Close the history" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <PageBody aria-label="Changes of lessons" className="px-4 pb-8">
        {strategy && <p className="py-2 text-ink-soft">{aboutWords(strategy, format)}</p>}
        <ChangeList key={strategy?.id} strategy={strategy} of={of} acts={acts} />
      </PageBody>
    </>
  )
  if (useWide())
    return (
      <aside
        aria-label="History"
        className="flex w-96 shrink-0 flex-col border-line border-l bg-surface max-[900px]:hidden"
      >
        {content}
      </aside>
    )
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title="History" from="bottom">
      {content}
    </Sheet>
  )
}
