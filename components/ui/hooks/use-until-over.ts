import { useEffect, useState } from 'react'

/** A longer timer fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Undoable = { undoMs: number }
/** When each was first seen, so that its time goes on while it is off the page. */
const seen = new WeakMap<Undoable, number>()

/** The entry while it can be undone. The time counts from the server's answer, since clocks differ. */
export function useUntilOver<T extends Undoable>(entry: T | undefined): T | undefined {
  const [over, setOver] = useState<T>()
  useEffect(() => {
    if (!entry) return
    const since = seen.get(entry) ?? performance.now()
    seen.set(entry, since)
    const left = since + entry.undoMs - performance.now()
    const timer = setTimeout(() => setOver(entry), Math.min(left, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [entry])
  return entry !== over ? entry : undefined
}
