import type { Metadata } from 'next'
import { Suspense } from 'react'
import { FactsPage } from '@/components/facts/facts-page'
import { ListSkeleton } from '@/components/list/list-skeleton'
import { listFacts } from '@/lib/services/facts'
import { loadSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { searchIn } from '@/lib/shared/schemas'
import { within } from '@/lib/shared/within'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Facts' }

export default storagePage(async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { q } = await searchParams
  const search = searchIn(q)
  const page = load(await pageSession(), search)
  return (
    (await within(page, limits.search.skeletonMs)) ?? (
      <Suspense fallback={<ListSkeleton title="Facts" label="Loading facts" lines={[3, 2]} />}>
        {page}
      </Suspense>
    )
  )
})

async function load(session: Session, search: string) {
  const [first, settings] = await Promise.all([
    resultOf(() => listFacts(session, search), 'the facts page'),
    loadSettings(session.db, session.ownerId, null),
  ])
  return <FactsPage first={first} learning={settings.get('facts.enabled').value} />
}
