import { type MemoryPart, savedViewName } from '@/components/memory/memory-part'
import { graphQuery, type Place } from '@/components/memory/place'
import { loadPositions } from '@/lib/db/memory/graph-positions'
import { getConversation } from '@/lib/db/turns/conversations'
import { loadGraph } from '@/lib/memory/graph/graph'
import type { GraphQuery } from '@/lib/shared/graph'
import { pageSession } from '../loaders'
import { resultOf } from '../result'
import type { Session } from '../session'

/** The part of memory that the page draws. @throws MnemeError not_found for a missing conversation. */
export async function memoryPart({ db, ownerId }: Session, query: GraphQuery): Promise<MemoryPart> {
  if (query.conversationId) await getConversation(db, ownerId, query.conversationId)
  const [graph, time, force] = await Promise.all([
    loadGraph(db, ownerId, query),
    loadPositions(db, ownerId, savedViewName('time', query.conversationId)),
    loadPositions(db, ownerId, savedViewName('force', query.conversationId)),
  ])
  return { graph, moved: { time, force } }
}

/** The first part on the page; a failure is shown in its place. */
export async function loadMemoryPage(place: Place) {
  const session = await pageSession()
  return resultOf(() => memoryPart(session, graphQuery(place)), 'the memory page')
}
