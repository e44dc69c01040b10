'use client'
import { useCallback, useEffect, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { TurnChanges } from '@/lib/shared/turn/turn-changes'
import { useChanges } from '../shell/shell-context'
import { loadTurnChanges } from './actions'
import { isUnfinished } from './turn-changes-words'

const CHANGED: ReadonlySet<string> = new Set(['turn', 'summary', 'fact', 'strategy', 'file', 'conversation'])
/** A job that finds nothing tells nobody, so its end is asked for. */
const AGAIN_MS = 2_000

/** What a turn changed, kept up to date while its background jobs run. */
export function useTurnChanges(turnId: string) {
  const [result, setResult] = useState<Result<TurnChanges> | null>(null)
  const [tries, setTries] = useState(0)
  const reload = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
  useEffect(() => {
    let current = true
    void loadTurnChanges(turnId).then((loaded) => current && setResult(loaded))
    return () => {
      current = false
    }
  }, [turnId, tries])
  useChanges((changes) => {
    if (changes.some(({ kind }) => CHANGED.has(kind))) reload()
  })
  useEffect(() => {
    if (!result?.ok || !isUnfinished(result.value)) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [result, reload])
  return {
    changes: result?.ok ? result.value : null,
    error: result && !result.ok ? result.error : null,
    reload,
  }
}
