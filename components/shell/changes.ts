'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import { server } from './actions'

export type Change = { kind: string; refId: string; op: string }
const FAILURES_SHOWN = 2
let poll = async () => {}
/** Looks for changes now: this page made some. */
export const lookForChanges = () => void poll()

/**
 * Polls for changes by jobs and other tabs after revision `start`, 3 s after the last poll ended, while the
 * page is visible: Next shows a navigation only once no action is under way, so slow polls must not follow
 * one another. False after two failed polls in a row.
 */
export function useChangePolling(start: number, onChanges: (changes: Change[]) => void): boolean {
  const [reachable, setReachable] = useState(true)
  const changed = useEffectEvent(onChanges)
  const first = useRef(start)
  useEffect(() => {
    let rev = first.current
    let failures = 0
    let busy = false
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    poll = async () => {
      if (busy || document.visibilityState !== 'visible') return
      busy = true
      clearTimeout(timer)
      const result = await server.pollChanges({ rev })
      busy = false
      if (ended) return
      timer = setTimeout(lookForChanges, limits.runner.changePollMs)
      failures = result.ok ? 0 : failures + 1
      setReachable(failures < FAILURES_SHOWN)
      if (!result.ok) return
      rev = result.value.rev
      if (result.value.changed.length) changed(result.value.changed)
    }
    void poll()
    document.addEventListener('visibilitychange', lookForChanges)
    return () => {
      ended = true
      poll = async () => {}
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookForChanges)
    }
  }, [])
  return reachable
}
