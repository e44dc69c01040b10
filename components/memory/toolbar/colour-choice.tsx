'use client'
import { COLOURS, type ColourBy } from '@/components/memory/place'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { Select } from '@/components/ui/select'

const NAMES: Record<ColourBy, string> = { topic: 'Topic', conversation: 'Conversation' }
const OPTIONS = COLOURS.map((value) => ({ value, label: NAMES[value] }))

/** What the colours mean. An island of many conversations has no colour but its topic's. */
export function ColourChoice({ state }: { state: MemoryState }) {
  const { map, place, changeColour } = state
  if (map && (map.topics.state !== 'ready' || map.level === 1)) return null
  return (
    <div className="inline-flex h-6 shrink-0 items-center gap-1.5 pr-3 text-ink-soft text-xs max-sm:hidden [&>button]:h-6 [&>button]:min-w-28 [&>button]:border-line [&>button]:px-2 [&>button]:text-ink [&>button]:text-xs">
      Colour by
      <Select label="Colour by" value={place.colour} options={OPTIONS} onChange={changeColour} />
    </div>
  )
}
