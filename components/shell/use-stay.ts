'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { UNREACHABLE } from '../ui/call-action'
import { toastFailure } from '../ui/toast-failure'
import { useShell } from './shell-context'

/**
 * Keeps the person on the page while the server cannot be reached: following a link would leave them with the
 * browser's own error page. A link to a turn of the conversation on screen scrolls to it.
 */
export function useStay() {
  const { reachable } = useShell()
  useEffect(() => {
    if (reachable) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/"]')
      if (!link || (link.pathname === location.pathname && new URLSearchParams(link.search).has('at'))) return
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      toastFailure(UNREACHABLE)
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [reachable])
}

/** Goes to another page, or says that the server cannot be reached. */
export function useVisit(): (href: string) => void {
  const { reachable } = useShell()
  const router = useRouter()
  return (href) => (reachable ? router.push(href) : toastFailure(UNREACHABLE))
}

/**
 * The browser's own jump to a part of the page ("#advanced") adds a history entry without the router's state, so
 * Back to it would show nothing: it gets the state of the page.
 */
export function useJumps() {
  useEffect(() => {
    let [state, path] = [history.state, location.pathname]
    const before = () => {
      ;[state, path] = [history.state, location.pathname]
    }
    const jumped = (event: PopStateEvent) => {
      if (event.state === null && path === location.pathname) history.replaceState(state, '')
    }
    addEventListener('click', before, true)
    addEventListener('popstate', jumped)
    return () => {
      removeEventListener('click', before, true)
      removeEventListener('popstate', jumped)
    }
  }, [])
}
