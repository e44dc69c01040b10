'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useShell } from '@/components/shell/shell-context'

export const isChat = (pathname: string) => /^\/(c\/|$)/.test(pathname)

/** Whoever leaves the chat has passed the first hint of the tour. */
export function useLeaveChatHint() {
  const { tour, setTour } = useShell()
  const pathname = usePathname()
  const before = useRef(pathname)
  useEffect(() => {
    const hasLeft = isChat(before.current) && !isChat(pathname)
    before.current = pathname
    if (hasLeft && tour === 'chat') setTour('watch')
  }, [pathname, tour, setTour])
}
