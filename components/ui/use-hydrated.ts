import { useEffect, useState } from 'react'

/** Whether the page reacts to clicks yet: false on the server and until React has taken over the page. */
export function useHydrated() {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return hydrated
}
