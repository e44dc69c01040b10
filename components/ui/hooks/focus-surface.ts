/** Focuses a surface's first field, else the surface itself, so that no button's tooltip opens. */
export function focusSurface(event: Event) {
  const surface = event.currentTarget as HTMLElement | null
  const field = surface?.querySelector<HTMLElement>(
    'input:not([type=hidden]):not([type=search]), textarea, [cmdk-input]',
  )
  event.preventDefault()
  ;(field ?? surface)?.focus()
}
