'use client'
import { HoverCard as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = { label: string; side?: 'top' | 'bottom'; trigger: ReactNode; children: ReactNode }

export const HoverCard = ({ label, side = 'top', trigger, children }: Props) => (
  <Radix.Root openDelay={200} closeDelay={120}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <section aria-label={label}>
        <Radix.Content
          side={side}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 w-80 max-w-[calc(100vw-2rem)] animate-appear rounded-lg border border-line bg-raised text-sm shadow-float"
        >
          {children}
        </Radix.Content>
      </section>
    </Radix.Portal>
  </Radix.Root>
)
