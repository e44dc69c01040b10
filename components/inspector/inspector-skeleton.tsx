import { Skeleton } from '../ui/skeleton'

export const InspectorSkeleton = () => (
  <div role="status" aria-label="Loading the message" className="flex flex-col gap-4">
    <Skeleton className="h-16" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="mt-4 h-5 w-24" />
    {['h-72', 'h-14', 'h-[56px]'].map((height) => (
      <Skeleton key={height} className={height} />
    ))}
  </div>
)
