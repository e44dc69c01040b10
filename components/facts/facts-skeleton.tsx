import { PageHeader } from '../shell/page-header'
import { Skeleton, SkeletonText } from '../ui/skeleton'

/** The page's outline while it loads. */
export const FactsSkeleton = () => (
  <>
    <PageHeader title="Facts" />
    <div
      role="status"
      aria-label="Loading facts"
      className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 pt-4"
    >
      <Skeleton className="h-11" />
      {[3, 2].map((lines) => (
        <div key={lines} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-32" />
          <SkeletonText lines={lines} />
        </div>
      ))}
    </div>
  </>
)
