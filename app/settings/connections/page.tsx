import type { Metadata } from 'next'
import { ConnectionsPage } from '@/components/connections/connections-page'
import { env } from '@/lib/config/env'
import { strangerCalls } from '@/lib/services/door/call-log'
import { listTokens } from '@/lib/services/door/tokens'
import { listServers } from '@/lib/services/tool-servers'
import { listSettings } from '@/lib/settings/layers'
import { listPage } from '../../list-page'
import { resultOf } from '../../result'

export const metadata: Metadata = { title: 'Connections' }

export default listPage(
  { title: 'Connections', label: 'Loading connections', lines: [3, 2] },
  async (session) => {
    const [first, settings, servers] = await Promise.all([
      resultOf(() => listTokens(session), 'the connections page'),
      listSettings(session.db, session.ownerId, null),
      resultOf(() => listServers(session), 'the connections page'),
    ])
    const address = env().MNEME_PUBLIC_URL ?? null
    const now = session.runtime.now().toISOString()
    const strangers = strangerCalls()
    return <ConnectionsPage {...{ first, settings, servers, strangers, address, now }} />
  },
)
