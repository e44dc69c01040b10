'use client'
import { MessageSquareShare } from 'lucide-react'
import { useTurnLink } from '@/components/chat/conversation/history/use-go-to-turn'
import { foundName } from '@/components/search/results/found-name'
import { useTitle } from '@/components/shell/use-title'
import { cn } from '@/components/ui/cn'
import { WhyFound, WhyNot } from '@/components/ui/why'
import type { Recall, RecallHit } from '@/lib/shared/turn/events'

/** "Why these?": what each hit matched and what the near misses lack. Works with keyboard and touch too. */
export function RecallWhy({ recall, here }: { recall: Recall; here: string }) {
  const { hits, nearMisses, request } = recall
  if (hits.length + nearMisses.length === 0) return null
  return (
    <details className="w-full text-xs">
      <summary className="w-fit cursor-pointer rounded-sm py-[3px] text-ink-soft hover:text-ink">
        Why these?
      </summary>
      <ol className="mt-1.5 flex flex-col gap-2.5 border-line border-l-2 pl-3">
        {hits.map((hit) => (
          <li key={hit.rank} className="flex flex-col gap-1">
            <Name hit={hit} here={here} />
            <WhyFound hit={hit} keywords={request.keywords} />
          </li>
        ))}
        {nearMisses.length > 0 && <li className="pt-1 font-medium text-ink-faint">Nearly recalled</li>}
        {nearMisses.map((miss) => (
          <li key={miss.rank} className="flex flex-col gap-0.5">
            <Name hit={miss} here={here} near />
            <WhyNot miss={miss} hits={hits} keywords={request.keywords} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Name({ hit, here, near = false }: { hit: RecallHit; here: string; near?: boolean }) {
  const link = useTurnLink(hit)
  const title = useTitle(hit.conversationId)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <a
        {...link}
        className={cn('touch-area hover:underline', near ? 'text-ink-soft' : 'font-medium text-recall')}
      >
        {foundName(hit)}
      </a>
      {hit.conversationId !== here && (
        <span className="inline-flex min-w-0 items-center gap-1 text-ink-faint">
          <MessageSquareShare aria-hidden className="size-3 shrink-0" />
          {title ? `from “${title}”` : 'from another conversation'}
        </span>
      )}
    </span>
  )
}
