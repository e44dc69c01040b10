import type { Db } from '@/lib/db/engine/client'
import { loadPositions, MAP_VIEW } from '@/lib/db/memory/graph-positions'
import { type MapDto, type MapQuery, mapQuerySchema } from '@/lib/shared/memory/graph'
import { levelOfTopic } from './level-topic'
import { levelOfConversations, levelOfTopics } from './level-topics'
import { levelOfTurn } from './level-turn'
import { levelOfTurns } from './level-turns'
import { shownTopics } from './shown-topics'

/** A level of the memory map. @throws MnemeError not_found for a place that does not exist. */
export async function loadMap(db: Db, ownerId: string, input: MapQuery = {}): Promise<MapDto> {
  const { topicId, conversationId, turnId, period: given } = mapQuerySchema.parse(input)
  const period = given ? { since: new Date(given.since), until: new Date(given.until) } : null
  const shown = await shownTopics(db, ownerId)
  if (turnId !== undefined) return levelOfTurn(db, ownerId, shown, turnId, topicId)
  if (conversationId !== undefined)
    return levelOfTurns(db, ownerId, shown, { conversationId, topicId, period })
  if (topicId !== undefined) return levelOfTopic(db, ownerId, shown, topicId, period)
  const [level, moved] = await Promise.all([
    shown.topics.length ? levelOfTopics(db, ownerId, shown) : levelOfConversations(db, ownerId, shown),
    loadPositions(db, ownerId, MAP_VIEW),
  ])
  return { ...level, moved }
}
