'use client'
import { useLinkStatus } from 'next/link'

/** Stands in a link: a dot while its page is on its way, seen only when that takes a moment. */
export function Opening() {
  const { pending } = useLinkStatus()
  return pending ? (
    <span aria-hidden className="ml-auto size-1.5 shrink-0 animate-opening rounded-full bg-accent" />
  ) : null
}
