import type { Metadata } from 'next'
import { after } from 'next/server'
import { SearchPage } from '@/components/search/search-page'
import { warmMemory } from '@/lib/memory/search/search'
import { pageSession } from '../loaders'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Search' }

export default storagePage(async function Page() {
  const { db, ownerId } = await pageSession()
  // Starts loading the index, so that it is ready for the first word.
  after(() => warmMemory(db, ownerId))
  return <SearchPage />
})
