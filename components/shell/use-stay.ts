'use client'
import { useEffect } from 'react'
import { UNREACHABLE } from '../ui/call-action'
import { toastFailure } from '../ui/toast-failure'

/**
 * Keeps the person on the page while the server cannot be reached: following a link would leave them with the
 * browser's own error page.
 */
export function useStay(reachable: boolean) {
  useEffect(() => {
    if (reachable) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href^="/"]')
      if (!link || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      event.stopPropagation()
      toastFailure(UNREACHABLE)
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [reachable])
}
