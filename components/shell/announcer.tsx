'use client'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

const Context = createContext<(text: string) => void>(() => {})
export const useAnnounce = () => use(Context)

/** The page's only live region: "answering", "round 2, recalling", "done". Never single tokens. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState('')
  const announce = useCallback((text: string) => setSaid(text), [])
  return (
    <Context value={announce}>
      {children}
      <p role="status" aria-live="polite" data-announcer className="sr-only">
        {said}
      </p>
    </Context>
  )
}
