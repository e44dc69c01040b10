'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { UNREACHABLE } from '../ui/call-action'
import { toastFailure } from '../ui/toast-failure'
import { useShell } from './shell-context'

/** While the server is away, a link stays here: the browser's error page would replace the app. */
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

/** A jump to "#advanced" makes an entry without the router's state, so Back to it would show nothing. */
export function useJumps() {
  useEffect(() => {
    let [state, path] = [history.state, location.pathname]
    const before = () => {
      ;[state, path] = [history.state, location.pathname]
    }
    const jumped = (event: PopStateEvent) => {
      if (event.state === null && path === location.pathname) history.replaceState(state, '')
    }
    const left = new AbortController()
    const { signal } = left
    addEventListener('click', before, { capture: true, signal })
    addEventListener('popstate', jumped, { signal })
    return () => left.abort()
  }, [])
}
