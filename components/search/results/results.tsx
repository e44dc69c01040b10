'use client'
import { SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isFiltered, NO_FILTERS, type SearchAddress } from '@/components/search/address/place'
import type { SearchView } from '@/components/search/use-search'
import { foundWords, isWordless, nothingWords, unquoted } from '@/components/search/words'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNote } from '@/components/ui/error-note'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import { limits } from '@/lib/shared/limits'
import { groupHits } from './group-hits'
import { HitRow } from './hit-row'

type Props = {
  place: SearchAddress
  search: SearchView
  onChange(change: Partial<SearchAddress>): void
  onOpen(href: string): void
}

export function Results({ place, search, onChange, onOpen }: Props) {
  const { page, hits, stale, error } = search
  const groups = useMemo(() => groupHits(hits), [hits])
  const format = useFormat()
  const late = useLate(stale, limits.search.skeletonMs)
  const slow = useLate(stale, limits.search.slowMs)
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} onRetry={search.again}>
          {place.in && (
            <Button size="sm" onClick={() => onChange({ in: null })}>
              All conversations
            </Button>
          )}
        </ErrorNote>
      </div>
    )
  if (!page) return late ? <Waiting slow={slow} /> : null
  return (
    <div
      aria-busy={stale}
      data-answers={stale ? undefined : place.q}
      className={cn('transition-opacity duration-150', late && 'opacity-50')}
    >
      {page.partial && (
        <p role="status" className="px-4 pt-3 text-ink-soft max-sm:px-3">
          Indexing is still running; some results are missing.
        </p>
      )}
      {page.total === 0 ? (
        <NothingFound place={place} onChange={onChange} />
      ) : (
        <>
          <div className="flex h-9 items-center justify-between gap-3 px-4 text-ink-faint text-xs max-sm:px-3">
            <span className="tabular">{foundWords(page, hits, format)}</span>
            {place.q.trim() && (
              <button
                type="button"
                aria-pressed={place.order === 'newest'}
                onClick={() => onChange({ order: place.order === 'newest' ? 'best' : 'newest' })}
                className="rounded-sm px-1 py-[3px] hover:text-ink"
              >
                {place.order === 'newest' ? 'Newest first' : 'Best match first'}
              </button>
            )}
          </div>
          <ol aria-label="Results">
            {groups.map(({ hit, also }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the next results are written into the rows that exist
              <HitRow key={row} hit={hit} also={also} words={page.words} titled={!place.in} onOpen={onOpen} />
            ))}
          </ol>
          {page.next && <More after={`${place.q} ${hits.length} ${stale}`} onMore={search.more} />}
          {!page.next && hits.length > 0 && hits.length < page.total && (
            <p className="px-4 py-4 text-center text-ink-soft">
              There are more results. Narrow your search to see them.
            </p>
          )}
        </>
      )}
    </div>
  )
}

/** True once something takes noticeably long. */
function useLate(waiting: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return setLate(false)
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [waiting, ms])
  return waiting && late
}

/** `after` = what is shown; a change restarts the wait. As a key it would redraw all rows. */
function More({ after, onMore }: { after: string; onMore: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `after` begins anew
  useEffect(() => {
    const element = box.current
    if (!element) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    const watcher = new IntersectionObserver(
      (entries) => {
        clearTimeout(waiting)
        if (entries.some((entry) => entry.isIntersecting))
          waiting = setTimeout(() => more(), limits.search.pauseMs)
      },
      { rootMargin: '400px' },
    )
    watcher.observe(element)
    return () => {
      clearTimeout(waiting)
      watcher.disconnect()
    }
  }, [after])
  return (
    <div ref={box} className="flex justify-center py-4">
      <Button size="sm" onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}

function NothingFound({ place, onChange }: { place: SearchAddress; onChange: Props['onChange'] }) {
  const { q } = place
  const [searched, filtered, quoted] = [!isWordless(q), isFiltered(place), unquoted(q) !== q]
  const { title, hint } = nothingWords(place)
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {searched && filtered && (
            <Button onClick={() => onChange(NO_FILTERS)}>Search without filters</Button>
          )}
          {searched && quoted && (
            <Button onClick={() => onChange({ q: unquoted(q) })}>Search without quotation marks</Button>
          )}
        </span>
      }
    >
      {hint}
    </EmptyState>
  )
}

const Waiting = ({ slow }: { slow: boolean }) => (
  <div role="status" className="flex flex-col">
    <p className={cn('px-4 py-3 text-ink-soft max-sm:px-3', !slow && 'sr-only')}>
      {slow ? 'Loading your memory. After this, results appear as you type.' : 'Searching'}
    </p>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="flex flex-col gap-2 border-line border-b px-4 py-4">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-2/3" />
      </div>
    ))}
  </div>
)
