'use client'
import { Pause, Play, X } from 'lucide-react'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { IconButton } from '@/components/ui/icon-button'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { endOf, type Period, startOf } from '@/lib/shared/memory/calendar'
import { Brush } from './brush'

/** "5 Jan 2026 – 1 Feb 2026". */
export const periodWords = ({ from, to }: Period, format: Format) =>
  `${format.utcDay(startOf(from))} – ${format.utcDay(endOf(to))}`

/** When things were said, in weeks. The period that is chosen keeps what was talked about then. */
export function Strip({ state }: { state: MemoryState }) {
  const format = useFormat()
  const { weeks, period, playing, toggle, preview, commit } = state.player
  const words = period && periodWords(period, format)
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-line border-t px-3">
      <IconButton
        small
        side="top"
        label={playing ? 'Pause' : 'Play through time'}
        disabled={!weeks || weeks.turns.length < 2}
        onClick={toggle}
      >
        {playing ? <Pause /> : <Play />}
      </IconButton>
      <div className="relative h-full min-w-0 flex-1">
        {weeks && weeks.turns.length > 0 && (
          <Brush {...weeks} period={period} onChange={preview} onCommit={commit} />
        )}
      </div>
      <p className="w-44 shrink-0 truncate text-right text-ink-soft text-xs tabular max-md:hidden">{words}</p>
      {period && (
        <IconButton small side="top" label="Show all time" onClick={() => commit(null)}>
          <X />
        </IconButton>
      )}
    </div>
  )
}
