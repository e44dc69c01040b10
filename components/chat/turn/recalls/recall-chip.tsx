'use client'
import { FileText, Layers, MessageSquareShare } from 'lucide-react'
import { recallHref, useTurnLink } from '@/components/chat/conversation/history/use-go-to-turn'
import { foundName } from '@/components/search/results/found-name'
import { useTitle } from '@/components/shell/use-title'
import { chipClass } from '@/components/ui/chip'
import { HoverCard } from '@/components/ui/hover-card'
import { Excerpt } from '@/components/ui/markdown/excerpt'
import { WhyFound } from '@/components/ui/why'
import { RelativeTime } from '@/components/ui/words/relative-time'
import { capitalised } from '@/lib/shared/capitalised'
import type { TurnDto } from '@/lib/shared/dto'
import { type FoundMemory, isCited } from '../turn-facts'
import { toolSearch } from '../turn-words'
import { Strength } from './strength'

/** `untitled` = the name of another conversation is shown elsewhere. */
type Props = { found: Pick<FoundMemory, 'hit' | 'recall'>; turn: TurnDto; untitled?: boolean }
/** A recalled passage: "Turn 7, strong", "notes/plan.md, fair". Being cited says more than its strength. */
export function RecallChip({ found, turn, untitled = false }: Props) {
  const { hit } = found
  const link = useTurnLink(hit, recallHref(hit))
  const title = useTitle(hit.conversationId)
  const elsewhere =
    hit.conversationId === turn.conversationId ? null : title ? `“${title}”` : 'another conversation'
  return (
    <HoverCard
      label={`Recalled: ${foundName(hit)}`}
      trigger={
        <a
          {...link}
          className={chipClass(
            'recall',
            'touch-area min-h-6 animate-appear no-underline transition-colors duration-150 hover:border-recall',
          )}
        >
          {hit.kind === 'summary' && <Layers aria-hidden className="size-3" />}
          {hit.kind === 'file' && <FileText aria-hidden className="size-3" />}
          {elsewhere && <MessageSquareShare aria-label={`from ${elsewhere}`} className="size-3 shrink-0" />}
          <span className="max-w-[32ch] truncate">{foundName(hit)}</span>{' '}
          {isCited(turn, hit) ? <span className="font-normal">source</span> : <Strength hit={hit} />}
          {elsewhere && title && !untitled && (
            <span aria-hidden className="max-w-[12ch] truncate font-normal">
              {title}
            </span>
          )}
        </a>
      }
    >
      <RecallCard found={found} elsewhere={elsewhere} />
    </HoverCard>
  )
}

function RecallCard({ found, elsewhere }: Pick<Props, 'found'> & { elsewhere: string | null }) {
  const { hit, recall } = found
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 border-line border-b px-3 py-2">
        <span className="min-w-0 break-words font-medium text-recall">
          {foundName(hit)}
          {elsewhere && `, ${elsewhere}`}
        </span>
        <RelativeTime at={hit.at} className="text-ink-soft text-xs" />
      </div>
      <Excerpt
        text={hit.excerpt || 'No excerpt available.'}
        className="max-h-44 overflow-y-auto px-3 py-2.5"
      />
      <div className="flex flex-col gap-1.5 border-line border-t px-3 py-2 text-ink-soft text-xs">
        <WhyFound hit={hit} keywords={recall.request.keywords} />
        {toolSearch(recall) && <span>{capitalised(toolSearch(recall))}.</span>}
        <span className="text-ink-faint">
          {hit.kind === 'turn'
            ? 'Click to go there'
            : `Click to go to message ${hit.turnNumber}, which contains it`}
          , Alt-click to show it in the map.
        </span>
      </div>
    </>
  )
}
