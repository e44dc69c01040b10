'use client'
import { Dialog as Radix } from 'radix-ui'
import type { MouseEventHandler, ReactNode } from 'react'
import { cn } from './cn'
import { useSurfaceFocus } from './hooks/focus-surface'
import { useBackCloses } from './hooks/use-back-closes'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  from: 'left' | 'bottom'
  onClosed?: (event: Event) => void
  onClick?: MouseEventHandler
  children: ReactNode
}

/** A surface that slides in from the left edge, or from the bottom of a small screen. */
export function Sheet({ open, onOpenChange, title, from, onClosed, onClick, children }: Props) {
  const focus = useSurfaceFocus(onClosed)
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-[#10141899]" />
        <Radix.Content
          aria-describedby={undefined}
          tabIndex={-1}
          {...focus}
          onClick={onClick}
          className={cn(
            'fixed z-50 flex flex-col overflow-hidden border-line bg-surface shadow-float focus:outline-none',
            from === 'left'
              ? 'inset-y-0 left-0 w-[min(19rem,86vw)] animate-slide-left border-r'
              : 'inset-x-0 bottom-0 h-[78dvh] animate-slide-up rounded-t-lg border-t',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {from === 'bottom' && (
            <span
              aria-hidden
              className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong opacity-50"
            />
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
