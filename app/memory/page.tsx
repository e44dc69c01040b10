import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { MemoryPage } from '@/components/memory/memory-page'
import { mapQuery, parsePlace, placeQuery } from '@/components/memory/place'
import { loadMap, mapPlaceOf } from '@/lib/memory/map/load-map'
import type { Params } from '../list-page'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import { storagePage } from '../unavailable'

export const metadata: Metadata = { title: 'Memory' }

export default storagePage(async function Page({ searchParams }: { searchParams: Promise<Params> }) {
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(Array.isArray(value) ? value[0] : value)]],
  )
  const place = parsePlace(new URLSearchParams(given))
  const { db, ownerId } = await pageSession()
  const { node, topic, turn } = place
  // A link may name only a node: open the level of the map that shows it.
  const linked = node === null || topic || turn ? null : await mapPlaceOf(db, ownerId, node)
  if (linked?.turn || (linked && !place.conversation))
    redirect(`/memory${placeQuery({ ...place, ...linked })}`)
  return <MemoryPage first={await resultOf(() => loadMap(db, ownerId, mapQuery(place)), 'the memory page')} />
})
