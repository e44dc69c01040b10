'use client'
import { Share2 } from 'lucide-react'
import Link from 'next/link'
import { useEffect } from 'react'
import { toast } from 'sonner'
import type { Result } from '@/lib/shared/errors'
import { PageHeader } from '../shell/page-header'
import { Button, buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'
import { useFormat } from '../ui/words/use-format'
import { turnsWith } from './canvas/node-names'
import type { MemoryPart } from './memory-part'
import { MemorySkeleton } from './memory-skeleton'
import { MemoryView } from './memory-view'
import { type MemoryAddress, placeQuery, START } from './place'
import { type Memory, useMemory } from './use-memory'
import { type GoTo, usePlace } from './use-place'

/** Memory as a map and a list. `start` = the place in the address; `first` = that part of memory. */
export function MemoryPage({ start, first }: { start: MemoryAddress; first: Result<MemoryPart> }) {
  const [place, go] = usePlace(start)
  const memory = useMemory(place, first)
  const format = useFormat()
  const { part, error } = memory
  const isLeaving = useLeaveGoneTopic(place, go, memory)
  const empty = part?.graph.total.turns === 0
  const total = part?.graph.total
  const reset = () => go(START, 'step')
  const top = (
    <>
      <PageHeader title="Memory">
        {total && total.turns > 0 && (
          <p className="truncate text-ink-soft text-xs tabular max-sm:hidden">
            {turnsWith(total.turns, total.attempts ?? 0, format)}
          </p>
        )}
      </PageHeader>
      {error && !isLeaving && (
        <div className="px-4 pt-3">
          <ErrorNote error={error}>
            <Button size="sm" onClick={() => memory.load()}>
              Try again
            </Button>
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
  <EmptyState
    icon={<Share2 />}
    title="Nothing remembered yet"
    action={
      <Link href="/" className={buttonClass({ look: 'primary' })}>
        Start a conversation
      </Link>
    }
  >
    What you say and read is remembered. It appears here as a map of what you talk about.
  </EmptyState>
)

const NothingHere = ({ onAll }: { onAll: () => void }) => (
  <EmptyState
    icon={<Share2 />}
    title="This conversation has no memory"
    action={<Button onClick={onAll}>Show all conversations</Button>}
  >
    It has no messages yet, or it was deleted.
  </EmptyState>
)
