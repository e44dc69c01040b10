'use client'
import { createLoader, createSerializer } from 'nuqs'
import { useCallback, useEffect, useRef } from 'react'
import { useAddress } from '@/components/ui/hooks/use-address'
import { limits } from '@/lib/shared/limits'
import { placeParsers, type SearchAddress } from './place'

const load = createLoader(placeParsers)
const read = (params: URLSearchParams): SearchAddress => load(params)
const query = createSerializer(placeParsers)

/**
 * The place in the address. Filters are written immediately, the text when typing pauses, since a write costs
 * as much as drawing the results. `settle` writes synchronously: a later write would cancel a navigation.
 */
export function usePlace(): {
  place: SearchAddress
  change(next: Partial<SearchAddress>): SearchAddress
  settle(): SearchAddress
} {
  const { place, move, write } = useAddress({ start: read, read, query })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = useCallback(() => {
    clearTimeout(timer.current)
    return write()
  }, [write])
  const change = useCallback(
    (next: Partial<SearchAddress>) => {
      const now = move(next)
      clearTimeout(timer.current)
      if ('q' in next) timer.current = setTimeout(settle, limits.search.addressMs)
      else settle()
      return now
    },
    [move, settle],
  )
  return { place, change, settle }
}
