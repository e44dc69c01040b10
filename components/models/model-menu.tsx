'use client'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = {
  label: string
  open: boolean
  onOpenChange(open: boolean): void
  side: 'top' | 'bottom'
  trigger: ReactNode
  children: ReactNode
}

/** What opens over a model's name. */
export const ModelMenu = ({ label, open, onOpenChange, side, trigger, children }: Props) => (
  <Popover.Root open={open} onOpenChange={onOpenChange}>
    <Popover.Trigger asChild>{trigger}</Popover.Trigger>
    <Popover.Portal>
      <Popover.Content
        aria-label={label}
        side={side}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-appear overflow-hidden rounded-lg border border-line bg-raised shadow-float outline-none"
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
)
