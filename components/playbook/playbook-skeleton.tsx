import { PageHeader } from '../shell/page-header'
import { Skeleton, SkeletonText } from '../ui/skeleton'

/** The page's outline while it loads. */
export const PlaybookSkeleton = () => (
  <>
    <PageHeader title="Playbook" />
    <div
      role="status"
      aria-label="Loading the playbook"
      className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 pt-4"
    >
      <Skeleton className="h-11" />
      {[4, 3].map((lines) => (
        <div key={lines} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-40" />
          <SkeletonText lines={lines} />
        </div>
      ))}
    </div>
  </>
)
