import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ConnectionsPage } from '@/components/connections/connections-page'
import { ListSkeleton } from '@/components/list/list-skeleton'
import { env } from '@/lib/config/env'
import { strangerCalls } from '@/lib/services/door/call-log'
import { listTokens } from '@/lib/services/door/tokens'
import { listServers } from '@/lib/services/tool-servers'
import { listSettings } from '@/lib/settings/layers'
import { limits } from '@/lib/shared/limits'
import { within } from '@/lib/shared/within'
import { pageSession } from '../../loaders'
import { resultOf } from '../../result'
import type { Session } from '../../session'
import { storagePage } from '../../unavailable'

export const metadata: Metadata = { title: 'Connections' }

export default storagePage(async function Page() {
  const page = load(await pageSession())
  return (
    (await within(page, limits.search.skeletonMs)) ?? (
      <Suspense fallback={<ListSkeleton title="Connections" label="Loading connections" lines={[3, 2]} />}>
        {page}
      </Suspense>
    )
  )
})

async function load(session: Session) {
  const [first, settings, servers] = await Promise.all([
    resultOf(() => listTokens(session), 'the connections page'),
    listSettings(session.db, session.ownerId, null),
    resultOf(() => listServers(session), 'the connections page'),
  ])
  const address = env().MNEME_PUBLIC_URL ?? null
  const now = session.runtime.now().toISOString()
  const strangers = strangerCalls()
  return <ConnectionsPage {...{ first, settings, servers, strangers, address, now }} />
}
