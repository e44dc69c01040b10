'use client'
import { Pause, Play, X } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { limits } from '@/lib/shared/limits'
import { type Calendar, type Period, weekEnd, weekStart } from '@/lib/shared/memory/calendar'
import type { GoTo } from '../use-memory'
import { Brush } from './brush'
import { weeksOf } from './weeks'

/** "5 Jan 2026 – 1 Feb 2026". */
export const periodWords = ({ from, to }: Period, format: Format) =>
  `${format.utcDay(weekStart(from))} – ${format.utcDay(weekEnd(to))}`

export function Strip({ player }: { player: ReturnType<typeof usePeriod> }) {
  const format = useFormat()
  const { weeks, period, playing, toggle, preview, commit } = player
  const words = period && periodWords(period, format)
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-line border-t px-3">
      <IconButton
        icon={playing ? <Pause /> : <Play />}
        small
        side="top"
        label={playing ? 'Pause' : 'Play through time'}
        disabled={!weeks || weeks.turns.length < 2}
        onClick={toggle}
      />
      <div className="relative h-full min-w-0 flex-1">
        {weeks && weeks.turns.length > 0 && (
          <Brush {...weeks} period={period} onChange={preview} onCommit={commit} />
        )}
      </div>
      <p className="w-44 shrink-0 truncate text-right text-ink-soft text-xs tabular max-md:hidden">{words}</p>
      {period && (
        <IconButton icon={<X />} small side="top" label="Show all time" onClick={() => commit(null)} />
      )}
    </div>
  )
}

/** Weeks of the range that plays where none was chosen. */
const USUAL = 4

/** The period that is shown: ahead of the address while one drags or plays. */
export function usePeriod(inAddress: Period | null, calendar: Calendar | null, go: GoTo) {
  const weeks = useMemo(() => calendar && weeksOf(calendar), [calendar])
  const [ahead, setAhead] = useState<Period | null>(null)
  const [playing, setPlaying] = useState(false)
  const period = ahead ?? inAddress
  const commit = useCallback(
    (next: Period | null) => {
      setPlaying(false)
      setAhead(null)
      go({ period: next })
    },
    [go],
  )
  useEffect(() => {
    if (!playing || !period || !weeks) return
    const last = weeks.first + weeks.turns.length - 1
    const timer = setTimeout(() => {
      if (period.to >= last) commit(period)
      else setAhead({ from: period.from + 1, to: period.to + 1 })
    }, limits.graph.playMs)
    return () => clearTimeout(timer)
  }, [playing, period, weeks, commit])
  const toggle = () => {
    if (!weeks) return
    if (playing) return commit(period)
    const last = weeks.first + weeks.turns.length - 1
    const length = period ? period.to - period.from : Math.min(USUAL, weeks.turns.length) - 1
    if (!period || period.to >= last) setAhead({ from: weeks.first, to: weeks.first + length })
    setPlaying(true)
  }
  return { weeks, period, playing, toggle, preview: setAhead, commit }
}
