import { ChevronRight } from 'lucide-react'
import { cn } from './cn'

/** Points down while what it stands before is open. */
export const Chevron = ({ open, className }: { open: boolean; className?: string }) => (
  <ChevronRight
    aria-hidden
    className={cn(
      'size-4 shrink-0 text-ink-faint transition-transform duration-150',
      open && 'rotate-90',
      className,
    )}
  />
)
