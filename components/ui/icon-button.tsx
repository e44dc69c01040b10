'use client'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn'
import { Tooltip } from './tooltip'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string
  keys?: string
  side?: ComponentProps<typeof Tooltip>['side']
  icon: ReactNode
  small?: boolean
}

export function IconButton({ label, keys, side, small, className, icon, ...rest }: Props) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <button
        type="button"
        aria-label={label}
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-md text-ink-soft pointer-coarse:size-11 transition-colors duration-150 hover:bg-sunken hover:text-ink disabled:opacity-45 disabled:hover:bg-transparent',
          small ? 'size-7 [&_svg]:size-4' : 'size-9 [&_svg]:size-[18px]',
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
