'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'

/** `first` = what the server loaded for the first key; `delayMs` = loads once the key stays that long. */
type Options<T> = { first?: Result<T>; delayMs?: number }
/** `of` = the key that was answered last. */
type State<T> = { value: T | null; error: Failure | null; of: string | null }

/**
 * What `load` returns for `key`; null = nothing to load. `value` stays while the next one loads; `current` is
 * null until the key is answered.
 */
export function useLoaded<T>(
  key: string | null,
  load: () => Promise<Result<T>>,
  { first, delayMs = 0 }: Options<T> = {},
) {
  const [state, setState] = useState<State<T>>({
    value: first?.ok ? first.value : null,
    error: first && !first.ok ? first.error : null,
    of: first ? key : null,
  })
  const [round, setRound] = useState(0)
  const isGiven = useRef(first !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded
  useEffect(() => {
    if (isGiven.current) {
      isGiven.current = false
      return
    }
    if (key === null) return
    let left = false
    const run = () =>
      load().then((result) => {
        if (left) return
        if (result.ok) setState({ value: result.value, error: null, of: key })
        else setState(({ value }) => ({ value, error: result.error, of: key }))
      })
    const timer = delayMs ? setTimeout(() => void run(), delayMs) : void run()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [key, round])
  const set = useCallback((value: T) => setState((now) => ({ ...now, value, error: null })), [])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  return { ...state, current: state.of === key && !state.error ? state.value : null, set, reload }
}
