'use client'
import { useSyncExternalStore } from 'react'

export const WIDE = '(min-width: 900px)'
const subscribe = (listener: () => void) => {
  const media = matchMedia(WIDE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
/** Whether there is room next to the page's column; the server assumes so. */
export const useWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  )
