'use client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { GoTo } from '@/components/memory/use-place'
import { limits } from '@/lib/shared/limits'
import type { Calendar, Period } from '@/lib/shared/memory/calendar'
import { weeksOf } from './weeks'

/** Weeks of the range that plays where none was chosen. */
const USUAL = 4

/**
 * The period that is shown. While one drags or plays, it is ahead of the address, which gets it at the end.
 */
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
