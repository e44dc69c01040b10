import type { Metadata } from 'next'
import { ArchivedPage } from '@/components/archived/archived-page'
import { listConversations } from '@/lib/db/turns/conversations'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Archived' }

export default storagePage(async function Page() {
  const { db, ownerId } = await pageSession()
  return (
    <ArchivedPage
      first={await resultOf(() => listConversations(db, ownerId, { archived: true }), 'the archive')}
    />
  )
})
