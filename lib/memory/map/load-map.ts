import type { Db } from '@/lib/db/engine/client'
import { loadPositions, MAP_VIEW } from '@/lib/db/memory/map'
import { loadNode } from '@/lib/memory/graph/graph-details'
import {
  type MapDto,
  type MapQuery,
  mapQuerySchema,
  type NodeKind,
  parseNodeId,
} from '@/lib/shared/memory/graph'
import { levelOfTopic } from './level-topic'
import { levelOfConversations, levelOfTopics } from './level-topics'
import { levelOfTurn, levelOfTurns } from './level-turns'
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

const IN_TURN: ReadonlySet<NodeKind> = new Set(['fact', 'strategy', 'file'])
const IN_CONVERSATION: ReadonlySet<NodeKind> = new Set(['turn', 'roll-up'])

/**
 * Where the map shows a node that a link names alone: the turn a fact, a strategy or a file is from, or the
 * conversation of a turn or a roll-up. Null for what is on the level it is linked from.
 */
export async function placeOf(db: Db, ownerId: string, id: string) {
  const kind = parseNodeId(id)?.kind ?? 'topic'
  if (!IN_TURN.has(kind) && !IN_CONVERSATION.has(kind)) return null
  const found = await loadNode(db, ownerId, id)
  if (!found?.node.conversationId) return null
  return { conversation: found.node.conversationId, turn: IN_TURN.has(kind) ? found.turnId : null }
}
