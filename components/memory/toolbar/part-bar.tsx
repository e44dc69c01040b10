'use client'
import { ArrowLeft } from 'lucide-react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { useFormat } from '@/components/ui/use-format'

const PART = 'inline-flex h-6 items-center rounded-sm border border-line bg-raised px-2 text-ink'

/** Which part of memory is on screen, the way back, and what the filter finds beyond it. */
export function PartBar({ state }: { state: MemoryState }) {
  const format = useFormat()
  const { place, text, more, back } = state
  const beyond = more > 0 && text.trim() !== ''
  if (!place.range && !place.find && !beyond) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pb-2 text-ink-soft text-xs tabular">
      {(place.range || place.find) && (
        <button
          type="button"
          onClick={back}
          className="-ml-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 font-medium text-accent hover:bg-sunken"
        >
          <ArrowLeft aria-hidden className="size-3.5" /> Back
        </button>
      )}
      {place.range && (
        <span className={PART}>
          Turns {format.number(place.range.from)} to {format.number(place.range.to)}
        </span>
      )}
      {place.find && <span className={PART}>Turns that hold “{place.find}”</span>}
      {beyond && (
        <button
          type="button"
          onClick={() => state.find(text.trim())}
          className="font-medium text-accent hover:underline"
        >
          {format.plural(more, 'more turn')} {more === 1 ? 'holds' : 'hold'} this. Show{' '}
          {more === 1 ? 'it' : 'them'}
        </button>
      )}
    </div>
  )
}
