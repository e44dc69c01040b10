'use client'
import { useCallback, useEffect, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'

export type Loaded<T> = { value: T | null; error: Failure | null; reload: () => void }

/** The result of `load` for `key`. The last value stays while the next one loads. */
export function useLoaded<T>(key: string, load: () => Promise<Result<T>>): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; error: Failure | null }>({ value: null, error: null })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded
  useEffect(() => {
    let current = true
    void load().then(
      (result) =>
        current &&
        setState((known) =>
          result.ok ? { value: result.value, error: null } : { ...known, error: result.error },
        ),
    )
    return () => {
      current = false
    }
  }, [key, round])
  return { ...state, reload: useCallback(() => setRound((count) => count + 1), []) }
}
