'use client'
import { useEffect } from 'react'

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
