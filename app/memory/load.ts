import { type MemoryAddress, mapQuery } from '@/components/memory/place'
import { loadMap, placeOf } from '@/lib/memory/map/load-map'
import { pageSession } from '../loaders'
import { resultOf } from '../result'

/** Where a link leads that names a node but no level that shows it; null for any other. */
export async function placeOfLink({ node, topic, turn }: MemoryAddress) {
  if (node === null || topic || turn) return null
  const { db, ownerId } = await pageSession()
  return placeOf(db, ownerId, node)
}

/** The first part on the page; a failure is shown in its place. */
export async function loadMemoryPage(place: MemoryAddress) {
  const session = await pageSession()
  return resultOf(() => loadMap(session.db, session.ownerId, mapQuery(place)), 'the memory page')
}
