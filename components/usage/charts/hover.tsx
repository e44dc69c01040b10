'use client'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'

type Hover = {
  get(): number | null
  set(place: number | null): void
  subscribe(listener: () => void): () => void
}

function createHover(): Hover {
  let place: number | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => place,
    set: (next) => {
      if (next === place) return
      place = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
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
export function useHovered<T>(select: (place: number | null) => T): T {
  const hover = useHover()
  return useSyncExternalStore(
    hover.subscribe,
    () => select(hover.get()),
    () => select(null),
  )
}
