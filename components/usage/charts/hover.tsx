'use client'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'

type Place = number | null
type Hover = ReturnType<typeof createHover>

function createHover() {
  let place: Place = null
  const listeners = new Set<() => void>()
  return {
    get: () => place,
    set: (next: Place) => {
      if (next === place) return
      place = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const Context = createContext<Hover | null>(null)
/** Turns are highlighted together in all figures and tables below. */
export function HoverProvider({ children }: { children: ReactNode }) {
  return <Context value={useMemo(createHover, [])}>{children}</Context>
}

export function useHover(): Hover {
  const hover = use(Context)
  if (!hover) throw new Error('useHover needs a HoverProvider above it')
  return hover
}

/** Selects from the position of the hovered turn (null = none). Renders only when the result changes. */
export function useHovered<T>(select: (place: Place) => T): T {
  const hover = useHover()
  return useSyncExternalStore(
    hover.subscribe,
    () => select(hover.get()),
    () => select(null),
  )
}
