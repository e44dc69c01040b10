import type { Metadata } from 'next'
import { Suspense } from 'react'
import { PlaybookPage } from '@/components/playbook/playbook-page'
import { PlaybookSkeleton } from '@/components/playbook/playbook-skeleton'
import { within } from '@/lib/base/within'
import { listPlaybook } from '@/lib/services/playbook-list'
import { limits } from '@/lib/shared/limits'
import { type PlaybookQuery, playbookQuerySchema } from '@/lib/shared/playbook'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Playbook' }

export default storagePage(async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const { q = '', status = null, domain = null, strategy = null } = await searchParams
  const asked = playbookQuerySchema.safeParse({ search: q, status, domain, strategy }).data
  const page = load(await pageSession(), asked ?? { search: '' })
  return (
    (await within(page, limits.search.skeletonMs)) ?? (
      <Suspense fallback={<PlaybookSkeleton />}>{page}</Suspense>
    )
  )
})

async function load(session: Session, asked: PlaybookQuery) {
  return <PlaybookPage first={await resultOf(() => listPlaybook(session, asked), 'the playbook page')} />
}
