import { useRef } from 'react'

/** Focuses a surface's first field, else the surface itself, so that no button's tooltip opens. */
function focusSurface(event: Event) {
  const surface = event.currentTarget as HTMLElement | null
  const field = surface?.querySelector<HTMLElement>(
    'input:not([type=hidden]):not([type=search]), textarea, [cmdk-input]',
  )
  event.preventDefault()
  ;(field ?? surface)?.focus()
}

/** Focuses a surface and, as it closes, what had the focus, unless `onClosed` prevents the default. */
export function useSurfaceFocus(onClosed?: (event: Event) => void) {
  // A field that focuses itself does so before Radix tells that the surface opens.
  const opener = useRef(typeof document === 'undefined' ? null : document.activeElement)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      focusSurface(event)
    },
    onCloseAutoFocus: (event: Event) => {
      onClosed?.(event)
      if (event.defaultPrevented) return
      // Radix focuses only a trigger, and a shortcut has none.
      event.preventDefault()
      // Whatever it opened, such as another dialog, may already have the focus.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus()
    },
  }
}
