'use client'
import { Share2 } from 'lucide-react'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNote } from '@/components/ui/error-note'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import type { Result } from '@/lib/shared/errors'
import type { MapDto } from '@/lib/shared/memory/graph'
import { turnsWith } from './canvas/node-names'
import { MemoryView } from './memory-view'
import { type MemoryAddress, placeQuery, START } from './place'
import { type GoTo, type Memory, useMemory, usePlace } from './use-memory'

/** Memory as a map and a list. `first` = the part of memory that the address names. */
export function MemoryPage({ first }: { first: Result<MapDto> }) {
  const [place, go] = usePlace()
  const memory = useMemory(place, first)
  const format = useFormat()
  const { part, error } = memory
  const isLeaving = useLeaveGoneTopic(place, go, memory)
  const empty = part?.total.turns === 0
  const total = part?.total
  const reset = () => go(START, 'step')
  const top = (
    <>
      <PageHeader title="Memory">
        {total && total.turns > 0 && (
          <p
            title={turnsWith(total.turns, total.attempts ?? 0, format)}
            className="truncate text-ink-soft text-xs tabular max-sm:hidden"
          >
            {format.plural(total.turns, 'message')}
          </p>
        )}
      </PageHeader>
      {error && !isLeaving && (
        <div className="px-4 pt-3">
          <ErrorNote error={error} onRetry={() => memory.load()}>
            {placeQuery(place) !== '' && (
              <Button size="sm" onClick={reset}>
                Show everything
              </Button>
            )}
          </ErrorNote>
        </div>
      )}
    </>
  )
  if (part && !empty) return <MemoryView place={place} go={go} memory={memory} part={part} top={top} />
  return (
    <>
      {top}
      {!part && (!error || isLeaving) && <MemorySkeleton />}
      {empty && (
        <div className="flex flex-1 flex-col justify-center">
          {place.conversation ? <NothingHere onAll={reset} /> : <NothingYet />}
        </div>
      )}
    </>
  )
}

/** Leaves a topic that no longer exists since topics were made anew. @returns whether it is leaving. */
function useLeaveGoneTopic({ topic, conversation }: MemoryAddress, go: GoTo, { error }: Memory): boolean {
  const isGone = error?.code === 'not_found' && topic !== null
  useEffect(() => {
    if (!isGone) return
    // A conversation needs no topic to be shown, or it is what is missing.
    if (!conversation) toast('Memory was sorted into new topics. The one you opened is gone')
    go({ topic: null, node: null })
  }, [isGone, conversation, go])
  return isGone
}

const NothingYet = () => (
  <EmptyState icon={<Share2 />} title="Nothing remembered yet" link={['/', 'Start a conversation']}>
    A map of what you talk about appears here.
  </EmptyState>
)

const NothingHere = ({ onAll }: { onAll: () => void }) => (
  <EmptyState
    icon={<Share2 />}
    title="This conversation has no memory"
    action={<Button onClick={onAll}>Show all conversations</Button>}
  >
    It is empty, or it was deleted.
  </EmptyState>
)

/** Islands as shares of the page: left, top and diameter in percent of the width. */
const ISLANDS = [
  [14, 22, 15],
  [34, 52, 20],
  [58, 18, 17],
  [76, 58, 13],
  [8, 66, 11],
  [57, 68, 9],
] as const
const ROWS = [...Array(9).keys()]

const MemorySkeleton = () => (
  <div role="status" aria-label="Loading memory" className="flex min-h-0 flex-1">
    <div className="relative min-w-0 flex-1 overflow-hidden">
      {ISLANDS.map(([left, top, size]) => (
        <div
          key={left}
          className="absolute"
          style={{ left: `${left}%`, top: `${top}%`, width: `${size}%`, aspectRatio: '1.15' }}
        >
          <Skeleton className="size-full rounded-full" />
        </div>
      ))}
    </div>
    <div className="flex w-[22rem] shrink-0 flex-col gap-4 border-line border-l p-4 max-md:hidden">
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  </div>
)
