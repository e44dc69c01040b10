import { type ComponentProps, type ReactElement, Suspense } from 'react'
import { ListSkeleton } from '@/components/list/list-skeleton'
import { limits } from '@/lib/shared/limits'
import { within } from '@/lib/shared/within'
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
      (await within(page, limits.search.skeletonMs)) ?? (
        <Suspense fallback={<ListSkeleton {...outline} />}>{page}</Suspense>
      )
    )
  })
