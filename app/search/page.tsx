import type { Metadata } from 'next'
import { SearchPage } from '@/components/search/search-page'
import { pageSession } from '../loaders'

export const metadata: Metadata = { title: 'Search' }

export default async function Page() {
  await pageSession()
  return <SearchPage />
}
