'use client'
import { useEffect } from 'react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { useFormat } from '@/components/ui/words/use-format'
import type { Memory } from '../use-memory'

const AGAIN_MS = 4_000

/** What the map cannot show yet, or leaves out: topics that are being made, and turns that did not fit. */
export function MapNote({ state, memory }: { state: MemoryState; memory: Memory }) {
  const format = useFormat()
  const { map } = state
  const { load } = memory
  const isMaking = map?.level === 1 && map.topics.state === 'making'
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => load(undefined, true), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isMaking, load])
  if (!map) return null
  const left = map.collapsed.reduce((sum, { turns }) => sum + turns, 0)
  const words = isMaking
    ? 'Finding topics in what is remembered. Until then these are your conversations.'
    : map.level === 1 && map.topics.state === 'few'
      ? 'Topics appear once there is more to compare. Until then these are your conversations.'
      : map.level === 2 && map.collapsed.length > 0
        ? `${format.plural(map.collapsed.length, 'more conversation')} with ${format.plural(left, 'turn')} of this topic.`
        : map.level === 3 && left > 0
          ? `The ${format.number(map.nodes.filter(({ kind }) => kind === 'turn').length)} most used turns of ${format.number(map.total.turns)}. Time shows the others.`
          : null
  if (words === null) return null
  return (
    <p
      role="status"
      className="pointer-events-none absolute top-3 left-3 z-10 max-w-[calc(100%-1.5rem)] rounded-md border border-line bg-raised px-3 py-1 text-ink-soft text-xs"
    >
      {words}
    </p>
  )
}
