import { useSyncExternalStore } from 'react'

const never = () => () => {}
/** Whether React has taken over the page. Until then, clicks are lost. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
