'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure, Result } from '@/lib/shared/errors'
import { limits } from '@/lib/shared/limits'
import { useAddress } from '../ui/hooks/use-address'
import { useChangesOf } from './shell-context'

/** `affecting` = kinds of change that reload the list. All but `first` must stay the same. */
type Listing<P, V> = {
  read(params: URLSearchParams): P
  query(place: P): string
  first: Result<V>
  load(place: P): Promise<Result<V>>
  affecting: ReadonlySet<string>
}

/** A list for its address, kept up to date. `shown` = what it was loaded for, behind `place` while one types. */
export function useListed<P extends { q: string }, V>({ first, load, affecting, ...address }: Listing<P, V>) {
  const { place, move, write } = useAddress(address)
  const [list, setList] = useState({ value: first.ok ? first.value : null, shown: place })
  const [error, setError] = useState<Failure | null>(first.ok ? null : first.error)
  const asked = useRef(0)
  const wanted = useRef(place)

  const reload = useCallback(async () => {
    const mine = ++asked.current
    const shown = wanted.current
    const result = await load(shown)
    if (mine !== asked.current) return
    if (result.ok) setList({ value: result.value, shown })
    setError(result.ok ? null : result.error)
  }, [load])
  useEffect(() => {
    if (wanted.current === place) return
    const isTyped = wanted.current.q !== place.q
    const timer = setTimeout(
      () => {
        wanted.current = place
        write()
        void reload()
      },
      isTyped ? limits.interface.searchDelayMs : 0,
    )
    return () => clearTimeout(timer)
  }, [place, write, reload])
  // Memory may have changed after the server rendered the page, before changes are reported to it.
  useEffect(() => void reload(), [reload])
  useChangesOf(affecting, reload)
  return { ...list, error, reload, place, move }
}
