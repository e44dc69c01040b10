import { cn } from './cn'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('block animate-shimmer rounded-md bg-sunken', className)} />
)

export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <span aria-hidden className="flex flex-col gap-2.5">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
      <Skeleton key={line} className={cn('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
    ))}
  </span>
)
