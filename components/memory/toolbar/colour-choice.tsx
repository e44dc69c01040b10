'use client'
import { COLOURS, type ColourBy } from '@/components/memory/place'
import type { MemoryState } from '@/components/memory/use-memory-view'

const NAMES: Record<ColourBy, string> = { topic: 'topic', conversation: 'conversation' }

/** What the colours mean. */
export function ColourChoice({ state }: { state: MemoryState }) {
  const { map, place, changeColour } = state
  if (map && map.topics.state !== 'ready') return null
  return (
    <label className="inline-flex h-6 shrink-0 items-center gap-1 pr-3 text-ink-soft text-xs max-sm:hidden">
      Colour by
      <select
        value={place.colour}
        onChange={(event) => changeColour(COLOURS.find((one) => one === event.target.value) ?? 'topic')}
        className="h-6 rounded-sm border border-line bg-raised px-1 text-ink"
      >
        {COLOURS.map((one) => (
          <option key={one} value={one}>
            {NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
