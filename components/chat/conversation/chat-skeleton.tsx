import { Skeleton, SkeletonText } from '@/components/ui/skeleton'

export const TurnSkeleton = () => (
  <div role="status" aria-label="Loading messages" className="flex flex-col gap-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-4 w-56" />
    <SkeletonText lines={4} />
  </div>
)

export const ChatSkeleton = () => (
  <div className="flex min-h-0 flex-1 flex-col">
    <div className="flex h-12 shrink-0 items-center border-line border-b px-4">
      <Skeleton className="h-5 w-48" />
    </div>
    <div className="mx-auto flex w-full max-w-[calc(72ch+2rem)] flex-1 flex-col gap-12 overflow-hidden px-4 pt-8">
      <TurnSkeleton />
      <TurnSkeleton />
    </div>
    <div className="mx-auto w-full max-w-[calc(72ch+2rem)] px-4 pb-9">
      <Skeleton className="h-24" />
    </div>
  </div>
)
