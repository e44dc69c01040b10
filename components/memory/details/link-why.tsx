'use client'
import { useEffect, useState } from 'react'
import { Strength } from '@/components/chat/turn/recalls/strength'
import { loadLink } from '@/components/memory/actions'
import { ErrorNote } from '@/components/ui/error-note'
import { WhyFound } from '@/components/ui/why'
import type { Result } from '@/lib/shared/errors'
import type { GraphEdge, GraphNode } from '@/lib/shared/memory/graph'
import type { RecalledLink } from '@/lib/shared/turn/inspector'

/** The turn that recalled and what it found, as ids; null for other links and ranges. */
function endsOf({ kind }: GraphEdge, from: GraphNode, to: GraphNode): [string | null, string | null] {
  const isOther = to.kind === 'file' || to.kind === 'summary' || to.kind === 'roll-up'
  return kind === 'recalled' ? [from.turnId, isOther ? to.id : to.turnId] : [null, null]
}

/** Why a recall found this: for each recall of the link, its query, how strong it was, and what it matched. */
export function LinkWhy({ edge, from, to }: { edge: GraphEdge; from: GraphNode; to: GraphNode }) {
  const [asking, found] = endsOf(edge, from, to)
  const [result, setResult] = useState<Result<{ links: RecalledLink[] }> | null>(null)
  useEffect(() => {
    setResult(null)
    if (!asking || !found) return
    let stale = false
    void loadLink(asking, found).then((result) => !stale && setResult(result))
    return () => {
      stale = true
    }
  }, [asking, found])
  if (!result) return null
  if (!result.ok) return <ErrorNote error={result.error} />
  return (
    <section aria-label="Why this" className="flex flex-col gap-3">
      <h3 className="font-medium">Why this?</h3>
      {result.value.links.map(({ hit, keywords, asked }) => (
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
