'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'

type How<P> = { start(params: URLSearchParams): P; read(params: URLSearchParams): P; query(place: P): string }

/**
 * What a page shows, kept in its address: `read` and `query` must not change. `move` changes it on the page
 * alone; `write` puts it into the address before it returns, with a stop for the back button or without, and
 * says where one is. An address that comes from elsewhere (back, a link) is read.
 */
export function useAddress<P extends object>({
  start,
  read,
  query,
}: How<P>): { place: P; move(change: Partial<P>): P; write(stop?: boolean): P } {
  const params = useSearchParams().toString()
  const [place, setPlace] = useState(() => start(new URLSearchParams(params)))
  const now = useRef(place)
  const written = useRef(params)
  useEffect(() => {
    if (params === written.current) return
    written.current = params
    now.current = read(new URLSearchParams(params))
    setPlace(now.current)
  }, [params, read])
  // Back, pressed before the router has seen the latest address, brings no new parameters.
  useEffect(() => {
    const { pathname } = window.location
    const back = () => {
      const here = new URLSearchParams(window.location.search)
      if (window.location.pathname !== pathname || here.toString() === written.current) return
      written.current = here.toString()
      now.current = read(here)
      setPlace(now.current)
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [read])
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
