import type { ComponentProps } from 'react'
import { cn } from './cn'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  quiet: 'border border-line bg-raised text-ink hover:border-line-strong',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'border border-error-line text-error hover:bg-error-soft',
} as const
/** A finger needs 44 px. */
const SIZES = {
  sm: 'h-7 gap-1.5 px-2.5 text-xs pointer-coarse:h-11 pointer-coarse:px-3.5',
  md: 'h-9 gap-2 px-3.5 text-sm pointer-coarse:h-11',
  square: 'size-9 pointer-coarse:size-11',
} as const
type ButtonLook = keyof typeof LOOKS

type Dress = {
  look?: ButtonLook | undefined
  size?: keyof typeof SIZES | undefined
  className?: string | undefined
}
/** Also for links that look like buttons. */
export const buttonClass = ({ look = 'quiet', size = 'md', className }: Dress) =>
  cn(
    'inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors duration-150 disabled:opacity-50 aria-pressed:bg-accent-soft aria-pressed:text-accent',
    LOOKS[look],
    SIZES[size],
    className,
  )

export const Button = ({ look, size, className, ...rest }: ComponentProps<'button'> & Dress) => (
  <button type="button" className={buttonClass({ look, size, className })} {...rest} />
)
