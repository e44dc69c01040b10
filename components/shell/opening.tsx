'use client'
import { useLinkStatus } from 'next/link'

/** Inside a link: a dot while its page loads, visible only after a moment. */
export function Opening() {
  const { pending } = useLinkStatus()
  return pending ? (
    <span aria-hidden className="ml-auto size-1.5 shrink-0 animate-opening rounded-full bg-accent" />
  ) : null
}
