'use client'
import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

/** Escape closes the tooltip and still does its work on the page: Radix would keep the key to itself. */
function passOn(event: KeyboardEvent) {
  if (document.querySelector('[role=dialog],[role=menu]')) return
  event.preventDefault = () => void Reflect.deleteProperty(event, 'preventDefault')
}

type Props = {
  label: string
  keys?: string | undefined
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** Repeats the accessible name on hover and focus, so it is hidden from assistive technology. */
export function Tooltip({ label, keys, children, side = 'bottom' }: Props) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          aria-hidden
          onEscapeKeyDown={passOn}
          className="z-50 flex max-w-64 animate-appear items-center gap-2 rounded-md bg-ink px-2 py-1 text-paper text-xs shadow-float"
        >
          {label}
          {keys && <kbd className="font-mono opacity-70">{keys}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
