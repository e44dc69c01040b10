'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Place, parsePlace, placeQuery } from './place'

export type GoTo = (change: Partial<Place>, how?: 'step' | 'quietly') => void

/** Where the page is, kept in its address. `step` makes a stop for the back button, `quietly` does not. */
export function usePlace(start: Place): [Place, GoTo] {
  const address = `?${useSearchParams()}`
  const [place, setPlace] = useState(start)
  const now = useRef(start)
  const written = useRef(address)
  useEffect(() => {
    if (address === written.current) return
    written.current = address
    now.current = parsePlace(new URLSearchParams(address))
    setPlace(now.current)
  }, [address])
  const go = useCallback<GoTo>((change, how = 'quietly') => {
    const next = { ...now.current, ...change }
    now.current = next
    setPlace(next)
    const query = placeQuery(next)
    if (written.current === (query || '?')) return
    written.current = query || '?'
    history[how === 'step' ? 'pushState' : 'replaceState'](null, '', `${location.pathname}${query}`)
  }, [])
  return [place, go]
}
