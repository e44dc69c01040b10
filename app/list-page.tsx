import { type ComponentProps, type ReactElement, Suspense } from 'react'
import { limits } from '@/lib/shared/limits'
import { withinMs } from '@/lib/shared/within'
import { PageHeader } from '../components/shell/page-header'
import { Skeleton, SkeletonText } from '../components/ui/skeleton'
import { pageSession } from './loaders'
import type { Session } from './session'
import { storagePage } from './unavailable'

/** The parameters of an address, as Next gives them. */
export type Params = Record<string, string | string[] | undefined>

/** A page with a list, or its outline while it takes long. */
export const listPage = (
  outline: ComponentProps<typeof ListSkeleton>,
  load: (session: Session, params: Params) => Promise<ReactElement>,
) =>
  storagePage(async ({ searchParams }: { searchParams: Promise<Params> }) => {
    const page = load(await pageSession(), await searchParams)
    return (
      (await withinMs(page, limits.search.skeletonMs)) ?? (
        <Suspense fallback={<ListSkeleton {...outline} />}>{page}</Suspense>
      )
    )
  })

type Outline = { title: string; label: string; lines: readonly number[] }

/** The outline of a page with a list while it loads; `lines` = how many each of its sections has. */
export const ListSkeleton = ({ title, label, lines }: Outline) => (
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
