'use client'
import { useSearchParams } from 'next/navigation'
import { createLoader, createSerializer } from 'nuqs'
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '@/lib/shared/limits'
import { type Place, placeParsers } from './place'

const read = createLoader(placeParsers)
const address = createSerializer(placeParsers)

/**
 * The place that the address names, and the way to change it. Filters are written to the address at once, the text when the typing pauses: each time costs as much as drawing the results.
 * `settle` writes what is not there yet before it returns, and says where one is; a write that came later (as from nuqs' own queue) would call off a navigation that has begun.
 */
export function usePlace(): { place: Place; change(next: Partial<Place>): Place; settle(): Place } {
  const params = useSearchParams().toString()
  const [place, setPlace] = useState<Place>(() => read(new URLSearchParams(params)))
  const latest = useRef(place)
  const written = useRef(params)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (params === written.current) return
    written.current = params
    latest.current = read(new URLSearchParams(params))
    setPlace(latest.current)
  }, [params])
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = useCallback(() => {
    clearTimeout(timer.current)
    const next = new URLSearchParams(address(latest.current)).toString()
    if (next !== written.current) {
      written.current = next
      window.history.replaceState(null, '', next ? `?${next}` : window.location.pathname)
    }
    return latest.current
  }, [])
  const change = useCallback(
    (next: Partial<Place>) => {
      latest.current = { ...latest.current, ...next }
      setPlace(latest.current)
      clearTimeout(timer.current)
      if ('q' in next) timer.current = setTimeout(settle, limits.search.addressMs)
      else settle()
      return latest.current
    },
    [settle],
  )
  return { place, change, settle }
}
