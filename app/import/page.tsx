import type { Metadata } from 'next'
import { TransferPage } from '@/components/transfer/transfer-page'
import { pageSession } from '../loaders'

export const metadata: Metadata = { title: 'Import and export' }

export default async function ImportPage() {
  await pageSession()
  return <TransferPage />
}
