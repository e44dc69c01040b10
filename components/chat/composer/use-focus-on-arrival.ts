import { type RefObject, useEffect } from 'react'

/**
 * Focuses the box on arrival, but never opens the keyboard of a touch screen, nor takes the focus from what a
 * person chose in the page while it was still loading.
 */
export function useFocusOnArrival(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const chosen = document.activeElement?.closest('main > *')
    if (!chosen && matchMedia('(pointer: fine)').matches && !location.search)
      box.current?.focus({ preventScroll: true })
  }, [box])
}
