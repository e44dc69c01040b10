import type { Metadata } from 'next'
import { MemoryPage } from '@/components/memory/memory-page'
import { parsePlace } from '@/components/memory/place'
import { storagePage } from '../unavailable'
import { loadMemoryPage } from './load'

export const metadata: Metadata = { title: 'Memory' }

export default storagePage(async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(Array.isArray(value) ? value[0] : value)]],
  )
  const place = parsePlace(new URLSearchParams(given))
  return <MemoryPage start={place} first={await loadMemoryPage(place)} />
})
