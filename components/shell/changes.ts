'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import { pollChanges } from './actions'

export type Change = { kind: string; refId: string; op: string }
const FAILURES_SHOWN = 2

/**
 * Polls every 3 s while the page is visible for changes by jobs and other tabs. False after two failed polls
 * in a row.
 */
export function useChangePolling(onChanges: (changes: Change[]) => void): boolean {
  const [reachable, setReachable] = useState(true)
  const changed = useEffectEvent(onChanges)
  useEffect(() => {
    let rev = -1
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
      const first = rev < 0
      rev = result.value.rev
      if (!first && result.value.changed.length) changed(result.value.changed)
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
