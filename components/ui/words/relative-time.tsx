'use client'
import { useEffect, useState } from 'react'
import { useFormat } from './use-format'

/** "3 minutes ago", with the exact time on hover; updates once a minute. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const format = useFormat()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const date = new Date(at)
  return (
    <time dateTime={at} title={format.exact(date)} className={className} suppressHydrationWarning>
      {format.relative(date, now)}
    </time>
  )
}
