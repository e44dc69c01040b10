'use client'
import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isCovered } from './covered'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

/** Closes the tooltip before Radix would, which would keep Escape from the page. */
function useEscapePassed(open: boolean, setOpen: (open: boolean) => void) {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isCovered()) flushSync(() => setOpen(false))
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [open, setOpen])
}

type Props = {
  label: string
  keys?: string | undefined
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** Repeats the accessible name on hover and focus, so it is hidden from assistive technology. */
export function Tooltip({ label, keys, children, side = 'bottom' }: Props) {
  const [open, setOpen] = useState(false)
  useEscapePassed(open, setOpen)
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          aria-hidden
          className="z-50 flex max-w-64 animate-appear items-center gap-2 rounded-md bg-ink px-2 py-1 text-paper text-xs shadow-float"
        >
          {label}
          {keys && <kbd className="font-mono opacity-70">{keys}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
