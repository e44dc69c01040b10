'use client'
import { useEffect, useState } from 'react'

/** The reader's time zone; only in the browser. */
export const timeZoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** UTC until hydration, so that server and browser agree; then the reader's own. */
export function useTimeZone() {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(timeZoneHere()), [])
  return zone
}
