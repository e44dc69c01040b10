'use client'
import { useEffect } from 'react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/components/ui/words/use-format'
import type { Memory } from '../use-memory'
import { TOP, topName } from './breadcrumb'

const AGAIN_MS = 4_000
/** On a phone the way up stands above it. */
const NOTE =
  'absolute top-3 left-3 z-10 max-w-[calc(100%-1.5rem)] rounded-md border border-line bg-raised px-3 py-1 text-ink-soft text-xs max-md:data-[below=true]:top-12'

/** What the map cannot show yet, or leaves out. */
export function MapNote({ state, memory }: { state: MemoryState; memory: Memory }) {
  const format = useFormat()
  const { map } = state
  const { load } = memory
  const sorted = memory.sorted
  const isMaking = !sorted && map.level === 1 && map.topics.state === 'making'
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => load(true), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isMaking, load])
  const { left } = map
  const isBelow = map.path.length > 0
  const words = isMaking
    ? `Sorting ${format.plural(map.total.turns, 'message')} into topics… Until then, the map shows your conversations.`
    : map.level === 1 && map.topics.state === 'few'
      ? 'Topics appear once there are more messages to compare. Until then, the map shows your conversations.'
      : map.level === 2 && left.conversations > 0
        ? `${format.plural(left.conversations, 'more conversation')} with ${format.plural(left.turns, 'message')} on this topic.`
        : map.level === 3 && left.turns > 0
          ? `The ${format.number(map.total.turns - left.turns)} most used of ${format.plural(map.total.turns, 'message')}.`
          : state.inPeriod && state.shown.nodes.size === 0
            ? 'Nothing here is from this time.'
            : null
  if (sorted)
    return (
      <p role="status" data-below={isBelow} className={`${NOTE} flex items-center gap-2`}>
        {format.plural(sorted.nodes.filter(({ kind }) => kind === 'topic').length, 'topic')} found.
        <Button size="sm" onClick={memory.showSorted}>
          Show topics
        </Button>
      </p>
    )
  if (map.path.length > 0 && state.matches?.length === 0)
    return (
      <p role="status" data-below={isBelow} className={`${NOTE} flex items-center gap-2`}>
        Nothing here matches.
        <Button size="sm" onClick={() => state.go(TOP, 'step')}>
          Search {topName(map).toLowerCase()}
        </Button>
      </p>
    )
  if (words === null) return null
  return (
    <p role="status" data-below={isBelow} className={`${NOTE} pointer-events-none`}>
      {words}
    </p>
  )
}
