import { Skeleton, SkeletonText } from '../ui/skeleton'

const Side = () => (
  <div className="flex min-w-0 flex-col gap-12">
    <div className="flex flex-col gap-4">
      <Skeleton className="h-7 w-4/5 max-w-xl" />
      <SkeletonText lines={2} />
    </div>
    {['h-[280px]', 'h-72'].map((height) => (
      <div key={height} className="flex flex-col gap-3">
        <Skeleton className="h-5 w-44" />
        <Skeleton className={height} />
      </div>
    ))}
  </div>
)

export const UsageSkeleton = ({ sides = 1 }: { sides?: 1 | 2 }) => (
  <div role="status" aria-label="Loading usage" className="grid auto-cols-fr gap-8 md:grid-flow-col">
    <Side />
    {sides === 2 && <Side />}
  </div>
)
