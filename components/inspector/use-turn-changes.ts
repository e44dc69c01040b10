'use client'
import { useEffect } from 'react'
import { useChanges } from '../shell/shell-context'
import { useLoaded } from '../ui/hooks/use-loaded'
import { loadTurnChanges } from './actions'
import { isUnfinished } from './turn-changes-words'

const CHANGED: ReadonlySet<string> = new Set([
  'turn',
  'status',
  'summary',
  'fact',
  'strategy',
  'file',
  'conversation',
])
/** A job that finds nothing emits no change, so its end is polled. */
const AGAIN_MS = 2_000

/** What a turn changed, kept up to date while its background jobs run. */
export function useTurnChanges(turnId: string) {
  const { value: changes, error, reload } = useLoaded(turnId, () => loadTurnChanges(turnId))
  useChanges((seen) => {
    if (seen.some(({ kind }) => CHANGED.has(kind))) reload()
  })
  useEffect(() => {
    if (!changes || !isUnfinished(changes)) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [changes, reload])
  return { changes, error, reload }
}
