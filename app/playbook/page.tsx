import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ListSkeleton } from '@/components/list/list-skeleton'
import { PlaybookPage } from '@/components/playbook/playbook-page'
import { listPlaybook } from '@/lib/services/learning/playbook-list'
import { type PlaybookQuery, playbookQuerySchema } from '@/lib/shared/learning/playbook'
import { limits } from '@/lib/shared/limits'
import { within } from '@/lib/shared/within'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Lessons' }

export default storagePage(async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { q = '', strategy = null } = await searchParams
  const asked = playbookQuerySchema.safeParse({ search: q, strategy }).data
  const page = load(await pageSession(), asked ?? { search: '' })
  return (
    (await within(page, limits.search.skeletonMs)) ?? (
      <Suspense fallback={<ListSkeleton title="Lessons" label="Loading the lessons" lines={[4, 3]} />}>
        {page}
      </Suspense>
    )
  )
})

async function load(session: Session, asked: PlaybookQuery) {
  return <PlaybookPage first={await resultOf(() => listPlaybook(session, asked), 'the lessons page')} />
}
