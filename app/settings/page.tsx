import type { Metadata } from 'next'
import { SettingsView } from '@/components/settings/settings-view'
import { listBackups } from '@/lib/services/backup'
import { listSettings } from '@/lib/settings/layers'
import { pageSession } from '../loaders'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Settings' }

export default storagePage(async function SettingsPage() {
  const { db, ownerId } = await pageSession()
  return <SettingsView settings={await listSettings(db, ownerId, null)} backups={listBackups(db)} />
})
