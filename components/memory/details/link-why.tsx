'use client'
import { useEffect, useState } from 'react'
import { loadLink } from '@/components/memory/actions'
import { ErrorNote } from '@/components/ui/error-note'
import { WhyFound } from '@/components/ui/why'
import type { Failure } from '@/lib/shared/errors'
import type { GraphEdge, GraphNode } from '@/lib/shared/graph'
import type { RecalledLink } from '@/lib/shared/inspector'

/** What a recall link stands for: the turn that asked, and what it found; null for other links and ranges. */
function endsOf(edge: GraphEdge, from: GraphNode, to: GraphNode): { asking: string; found: string } | null {
  const isOther = to.kind === 'file' || to.kind === 'summary' || to.kind === 'roll-up'
  const [asking, found] =
    edge.kind === 'recalled'
      ? [from.turnId, isOther ? to.id : to.turnId]
      : edge.kind === 'injected'
        ? [to.turnId, from.turnId]
        : [null, null]
  return asking && found ? { asking, found } : null
}

/** Why a recall found this: for each recall of the link, its query and the parts of its score. */
export function LinkWhy({ edge, from, to }: { edge: GraphEdge; from: GraphNode; to: GraphNode }) {
  const ends = endsOf(edge, from, to)
  const [asking, found] = [ends?.asking ?? '', ends?.found ?? '']
  const [loaded, setLoaded] = useState<{ key: string; links: RecalledLink[]; error: Failure | null } | null>(
    null,
  )
  const key = `${asking} ${found}`
  useEffect(() => {
    if (!asking || !found) return
    let stale = false
    void loadLink(asking, found).then(
      (result) =>
        !stale &&
        setLoaded({
          key: `${asking} ${found}`,
          links: result.ok ? result.value.links : [],
          error: result.ok ? null : result.error,
        }),
    )
    return () => {
      stale = true
    }
  }, [asking, found])
  if (!ends || loaded?.key !== key) return null
  if (loaded.error) return <ErrorNote error={loaded.error} />
  return (
    <section aria-label="Why this" className="flex flex-col gap-3">
      <h3 className="font-medium">Why this?</h3>
      {loaded.links.map(({ hit, keywords, asked }) => (
        <div key={asked} className="flex flex-col gap-1.5">
          <p className="text-ink-soft text-xs">
            {keywords.length > 0
              ? `Searched for ${keywords.map((word) => `“${word}”`).join(', ')}`
              : 'Requested by number or id'}
            , score {hit.score.toFixed(2)}.
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
