import { cn } from '../ui/cn'

type Props = { label: string; share: number | null; className?: string }
/** `share` from 0 to 1; null = unknown. */
export const ProgressBar = ({ label, share, className }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
    className={cn('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
  >
    <div
      className="h-full rounded-[inherit] bg-accent transition-[width] duration-150"
      style={{ width: `${(share ?? 0) * 100}%` }}
    />
  </div>
)
