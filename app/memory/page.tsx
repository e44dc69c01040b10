import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { MemoryPage } from '@/components/memory/memory-page'
import { parsePlace, placeQuery } from '@/components/memory/place'
import { storagePage } from '../unavailable'
import { loadMemoryPage, placeOfLink } from './load'

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
  const linked = await placeOfLink(place)
  if (linked?.turn || (linked && !place.conversation))
    redirect(`/memory${placeQuery({ ...place, ...linked })}`)
  return <MemoryPage first={await loadMemoryPage(place)} />
})
