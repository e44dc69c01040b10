'use client'
import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Place } from '@/components/memory/place'
import { useFormat } from '@/components/ui/use-format'

type Props = {
  place: Place
  /** The filter. */
  text: string
  /** Turns that contain it and are not on the page. */
  more: number
  onFind(text: string): void
  onBack(): void
}

/**
 * Which part of memory is on screen, the way back, and what the filter finds beyond it. Empty if there is
 * nothing to say.
 */
export function PartBar({ place, text, more, onFind, onBack }: Props) {
  const format = useFormat()
  const beyond = more > 0 && text.trim() !== ''
  if (!place.range && !place.find && !beyond) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pb-2 text-ink-soft text-xs tabular">
      {(place.range || place.find) && (
        <button
          type="button"
          onClick={onBack}
          className="-ml-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 font-medium text-accent hover:bg-sunken"
        >
          <ArrowLeft aria-hidden className="size-3.5" /> Back
        </button>
      )}
      {place.range && (
        <Note onDrop={onBack} drop="Show the whole conversation">
          Turns {format.number(place.range.from)} to {format.number(place.range.to)}
        </Note>
      )}
      {place.find && (
        <Note onDrop={onBack} drop="Show all turns">
          Turns that hold “{place.find}”
        </Note>
      )}
      {beyond && (
        <button
          type="button"
          onClick={() => onFind(text.trim())}
          className="font-medium text-accent hover:underline"
        >
          {format.plural(more, 'more turn')} {more === 1 ? 'holds' : 'hold'} this. Show{' '}
          {more === 1 ? 'it' : 'them'}
        </button>
      )}
    </div>
  )
}

const Note = ({ children, onDrop, drop }: { children: ReactNode; onDrop: () => void; drop: string }) => (
  <span className="inline-flex h-6 items-center gap-1 rounded-sm border border-line bg-raised pl-2 text-ink">
    {children}
    <button
      type="button"
      aria-label={drop}
      title={drop}
      onClick={onDrop}
      className="inline-flex size-6 items-center justify-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <X aria-hidden className="size-3" />
    </button>
  </span>
)
