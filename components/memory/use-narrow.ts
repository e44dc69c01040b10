'use client'
import { useSyncExternalStore } from 'react'

const QUERY = '(max-width: 899.98px)'
const subscribe = (changed: () => void) => {
  const query = matchMedia(QUERY)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether there is no room for a column beside the graph; false until the page is alive. */
export const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )
