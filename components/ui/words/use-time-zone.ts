'use client'
import { useEffect, useState } from 'react'

/** UTC until hydration, so that server and browser agree; then the reader's own. */
export function useTimeZone() {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}
