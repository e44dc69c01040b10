import { type MemoryPart, movesKey } from '@/components/memory/memory-part'
import { type MemoryAddress, partQuery } from '@/components/memory/place'
import type { Db } from '@/lib/db/engine/client'
import { loadPositions } from '@/lib/db/memory/graph-positions'
import { getConversation } from '@/lib/db/turns/conversations'
import { loadGraph } from '@/lib/memory/graph/graph'
import { inColour } from '@/lib/memory/map/level-turns'
import { loadMap } from '@/lib/memory/map/load-map'
import { shownTopics } from '@/lib/memory/map/shown-topics'
import type { GraphNode, GraphQuery, MapQuery } from '@/lib/shared/memory/graph'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'

/** A level of the map. @throws MnemeError not_found for a place that does not exist. */
export async function mapPart({ db, ownerId }: Session, query: MapQuery): Promise<MemoryPart> {
  const graph = await loadMap(db, ownerId, query)
  return { graph, moved: await loadPositions(db, ownerId, movesKey(graph)) }
}

/** A part of the graph, for Time and Local. @throws MnemeError not_found for a missing conversation. */
export async function graphPart({ db, ownerId }: Session, query: GraphQuery): Promise<MemoryPart> {
  if (query.conversationId) await getConversation(db, ownerId, query.conversationId)
  const graph = await loadGraph(db, ownerId, query)
  return { graph: { ...graph, nodes: await inTopicColours(db, ownerId, graph.nodes) }, moved: [] }
}

/** Turns in the colours of their topics. */
export const inTopicColours = async (db: Db, ownerId: string, nodes: readonly GraphNode[]) =>
  inColour(db, ownerId, await shownTopics(db, ownerId), nodes)

/** The first part on the page; a failure is shown in its place. */
export async function loadMemoryPage(place: MemoryAddress) {
  const session = await pageSession()
  const query = partQuery(place)
  return resultOf(
    () => ('map' in query ? mapPart(session, query.map) : graphPart(session, query.graph)),
    'the memory page',
  )
}
