'use client'
import { useCallback, useEffect, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'

/** The result of `load` for `key`. The last value stays while the next one loads. */
export function useLoaded<T>(key: string, load: () => Promise<Result<T>>) {
  const [state, setState] = useState<{ value: T | null; error: Failure | null }>({ value: null, error: null })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded
  useEffect(() => {
    let current = true
    void load().then((result) => {
      if (!current) return
      if (result.ok) setState({ value: result.value, error: null })
      else setState((known) => ({ ...known, error: result.error }))
    })
    return () => {
      current = false
    }
  }, [key, round])
  const set = useCallback((value: T) => setState({ value, error: null }), [])
  return { ...state, set, reload: useCallback(() => setRound((count) => count + 1), []) }
}
