'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import { pollChanges } from './actions'

export type Change = { kind: string; refId: string; op: string }
const FAILURES_SHOWN = 2

/**
 * Polls every 3 s while the page is visible for changes by jobs and other tabs after revision `start`. False
 * after two failed polls in a row.
 */
export function useChangePolling(start: number, onChanges: (changes: Change[]) => void): boolean {
  const [reachable, setReachable] = useState(true)
  const changed = useEffectEvent(onChanges)
  const first = useRef(start)
  useEffect(() => {
    let rev = first.current
    let failures = 0
    let busy = false
    const poll = async () => {
      if (busy || document.visibilityState !== 'visible') return
      busy = true
      const result = await pollChanges({ rev })
      busy = false
      failures = result.ok ? 0 : failures + 1
      setReachable(failures < FAILURES_SHOWN)
      if (!result.ok) return
      rev = result.value.rev
      if (result.value.changed.length) changed(result.value.changed)
    }
    void poll()
    const timer = setInterval(() => void poll(), limits.runner.changePollMs)
    const onVisible = () => void poll()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
  return reachable
}
