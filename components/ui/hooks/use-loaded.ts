'use client'
import { useCallback, useEffect, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'

/** `isLoading` = the first time. */
type State<T> = { value: T | null; error: Failure | null; isLoading: boolean }

/** What `load` returns for `key`; null = nothing to load. The last value stays while the next one loads. */
export function useLoaded<T>(key: string | null, load: () => Promise<Result<T>>) {
  const [state, setState] = useState<State<T>>({ value: null, error: null, isLoading: true })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded
  useEffect(() => {
    if (key === null) return
    let current = true
    void load().then((result) => {
      if (!current) return
      if (result.ok) setState({ value: result.value, error: null, isLoading: false })
      else setState(({ value }) => ({ value, error: result.error, isLoading: false }))
    })
    return () => {
      current = false
    }
  }, [key, round])
  const set = useCallback((value: T) => setState({ value, error: null, isLoading: false }), [])
  return { ...state, set, reload: useCallback(() => setRound((count) => count + 1), []) }
}
