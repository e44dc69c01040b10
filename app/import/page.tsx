import type { Metadata } from 'next'
import { TransferPage } from '@/components/transfer/transfer-page'
import { pageSession } from '../loaders'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Import and export' }

export default storagePage(async function ImportPage() {
  await pageSession()
  return <TransferPage />
})
