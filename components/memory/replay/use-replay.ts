'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '@/lib/shared/limits'

export type Replay = ReturnType<typeof useReplay>
const { totalMs, leastMs, mostMs } = limits.graph.replay

/**
 * The playhead over `steps` turns. `at` = the last turn shown. `settle` receives where it stopped; null = at
 * the end.
 */
export function useReplay(steps: number, until: number | null, settle: (step: number | null) => void) {
  const last = Math.max(0, steps - 1)
  const [own, setOwn] = useState<{ at: number; of: number | null } | null>(null)
  const [playing, setPlaying] = useState(false)
  const at = Math.min(last, own && own.of === until ? own.at : (until ?? last))
  const current = useRef(at)
  useEffect(() => {
    current.current = at
  })
  const rest = useCallback(() => settle(current.current >= last ? null : current.current), [settle, last])

  useEffect(() => {
    if (!playing) return
    const wait = Math.min(mostMs, Math.max(leastMs, totalMs / Math.max(1, steps)))
    const timer = setInterval(() => {
      const next = Math.min(last, current.current + 1)
      setOwn({ at: next, of: until })
      if (next < last) return
      setPlaying(false)
      settle(null)
    }, wait)
    return () => clearInterval(timer)
  }, [playing, steps, last, until, settle])

  return {
    at,
    last,
    playing,
    seek: (step: number) => {
      setPlaying(false)
      setOwn({ at: step, of: until })
    },
    commit: rest,
    toggle: () => {
      if (playing) rest()
      else if (at >= last) setOwn({ at: 0, of: until })
      setPlaying(!playing)
    },
  }
}
