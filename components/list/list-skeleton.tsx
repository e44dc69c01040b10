import { PageHeader } from '../shell/page-header'
import { Skeleton, SkeletonText } from '../ui/skeleton'

type Props = { title: string; label: string; lines: readonly number[] }

/** The outline of a page with a list while it loads; `lines` = how many each of its sections has. */
export const ListSkeleton = ({ title, label, lines }: Props) => (
  <>
    <PageHeader title={title} />
    <div role="status" aria-label={label} className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 pt-4">
      <Skeleton className="h-11" />
      {lines.map((count) => (
        <div key={count} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-36" />
          <SkeletonText lines={count} />
        </div>
      ))}
    </div>
  </>
)
