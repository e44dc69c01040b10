import type { Metadata } from 'next'
import { TrashPage } from '@/components/trash/trash-page'
import { listTrashed } from '@/lib/db/forget/trash-list'
import { trashMs } from '@/lib/services/forget/forget-places'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Trash' }

export default storagePage(async function Page() {
  const { db, ownerId, runtime } = await pageSession()
  const first = await resultOf(() => listTrashed(db, ownerId, runtime.now()), 'the trash')
  return <TrashPage first={first} keptMs={trashMs()} />
})
