import { type MemoryPart, movesKey } from '@/components/memory/memory-part'
import { type MemoryAddress, mapQuery } from '@/components/memory/place'
import { loadPositions } from '@/lib/db/memory/graph-positions'
import { loadMap } from '@/lib/memory/map/load-map'
import { placeOf } from '@/lib/memory/map/place-of'
import type { MapQuery } from '@/lib/shared/memory/graph'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'

/** A level of the map. @throws MnemeError not_found for a place that does not exist. */
export async function mapPart({ db, ownerId }: Session, query: MapQuery): Promise<MemoryPart> {
  const graph = await loadMap(db, ownerId, query)
  return { graph, moved: await loadPositions(db, ownerId, movesKey(graph)) }
}

/** Where a link leads that names a node but no level that shows it; null for any other. */
export async function placeOfLink({ node, topic, turn }: MemoryAddress) {
  if (node === null || topic || turn) return null
  const { db, ownerId } = await pageSession()
  return placeOf(db, ownerId, node)
}

/** The first part on the page; a failure is shown in its place. */
export async function loadMemoryPage(place: MemoryAddress) {
  const session = await pageSession()
  return resultOf(() => mapPart(session, mapQuery(place)), 'the memory page')
}
