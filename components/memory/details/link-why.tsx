'use client'
import { Strength } from '@/components/chat/turn/recalls/strength'
import { loadLink } from '@/components/memory/actions'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { WhyFound } from '@/components/ui/why'

/** Why a recall found this: for each recall of the link, its query, how strong it was, and what it matched. */
export function LinkWhy({ asking, found }: { asking: string; found: string }) {
  const { value, error } = useLoaded(`${asking} ${found}`, () => loadLink(asking, found))
  if (error) return <ErrorNote error={error} />
  if (!value) return null
  return (
    <section aria-label="Why this" className="flex flex-col gap-3">
      <h3 className="font-medium">Why this?</h3>
      {value.links.map(({ hit, keywords, asked }) => (
        <div key={asked} className="flex flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
            {keywords.length > 0
              ? `Searched for ${keywords.map((word) => `“${word}”`).join(', ')}`
              : 'Asked for directly'}
            <span className="text-recall">
              <Strength hit={hit} />
            </span>
          </p>
          <WhyFound hit={hit} keywords={keywords} />
          {hit.excerpt && (
            <p className="line-clamp-4 break-words border-recall-line border-l-2 pl-2.5 text-ink-soft text-xs">
              {hit.excerpt}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
