'use client'
import { useEffect, useState } from 'react'
import { loadCalendar } from '@/components/memory/actions'
import type { Calendar } from '@/lib/shared/memory/calendar'

/** When everything was said; null until the server responds. Loaded again when `changes` differs. */
export function useCalendar(changes: number): Calendar | null {
  const [calendar, setCalendar] = useState<Calendar | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change asks again
  useEffect(() => {
    let stale = false
    void loadCalendar().then((result) => {
      if (!stale && result.ok) setCalendar(result.value)
    })
    return () => {
      stale = true
    }
  }, [changes])
  return calendar
}
