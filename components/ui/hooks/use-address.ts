'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

type How<P> = { read(params: URLSearchParams): P; query(place: P): string }

/**
 * What a page shows, kept in its address. `move` changes it on the page alone; `write` puts it into the
 * address before it returns, with a stop for the back button or without, and says where one is. An address
 * that comes from elsewhere (back, a link) is read. `query` must not change.
 */
export function useAddress<P extends object>({ read, query }: How<P>) {
  const params = useSearchParams().toString()
  const [place, setPlace] = useState(() => read(new URLSearchParams(params)))
  const now = useRef(place)
  const written = useRef(params)
  const arrive = useEffectEvent((next: string) => {
    if (next === written.current) return
    written.current = next
    now.current = read(new URLSearchParams(next))
    setPlace(now.current)
  })
  useEffect(() => arrive(params), [params])
  // Back, pressed before the router has seen the latest address, brings no new parameters.
  useEffect(() => {
    const { pathname } = location
    const back = () => {
      if (location.pathname === pathname) arrive(new URLSearchParams(location.search).toString())
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const move = useCallback((change: Partial<P>) => {
    now.current = { ...now.current, ...change }
    setPlace(now.current)
    return now.current
  }, [])
  const write = useCallback(
    (stop = false) => {
      const text = query(now.current)
      const next = new URLSearchParams(text).toString()
      if (next === written.current) return now.current
      written.current = next
      window.history[stop ? 'pushState' : 'replaceState'](null, '', `${window.location.pathname}${text}`)
      return now.current
    },
    [query],
  )
  return { place, move, write }
}
