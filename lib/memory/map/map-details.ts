import type { Db } from '@/lib/db/engine/client'
import { laneRows, turnRows } from '@/lib/db/memory/graph'
import { ribbons, turnsOfTopic } from '@/lib/db/memory/map'
import { complete, type FoundNode, NO_PARTS, nodesOf, section } from '@/lib/memory/graph/graph-nodes'
import { topicNode } from '@/lib/shared/memory/map'
import {
  conversationNodeOf,
  edge,
  entityNode,
  most,
  namedId,
  tyingEntities,
  warmthOfRibbons,
} from './map-nodes'
import { shownTopics, topicIdOf, topicNodeOf } from './shown-topics'

const MESSAGES = 12

/** What a topic is about, with its newest messages: of its largest conversations equally many. */
export async function topicDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const { topics, shares } = await shownTopics(db, ownerId)
  const topic = topics.find(({ id }) => id === topicIdOf(ref))
  if (!topic) return null
  const of = shares.filter(({ topicId }) => topicId === topic.id)
  const ids = most(of, MESSAGES, ({ turns }) => turns).map(({ conversationId }) => conversationId)
  const newest = await turnsOfTopic(db, ownerId, topic.id, ids, Math.ceil(MESSAGES / ids.length), null)
  const turnIds = newest.map(({ id }) => id)
  const turns = await turnRows(db, ownerId, turnIds)
  const nodes = await nodesOf(db, ownerId, { ...NO_PARTS, turns })
  const said = most(nodes, MESSAGES, ({ at }) => Date.parse(at))
  return complete(topicNodeOf(topic), section('Words', topic.words.join(', ')), {
    linked: said.map((node) => ({ edge: edge('holds', topicNode(topic.id), node.id, 1), node })),
  })
}

export async function conversationDetails(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const [[lane], between] = await Promise.all([laneRows(db, ownerId, id), ribbons(db, ownerId, [id])])
  if (!lane) return null
  return complete(conversationNodeOf(lane, lane.turns, warmthOfRibbons(between).get(id)), [])
}

export async function nameDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const { topics, names } = await shownTopics(db, ownerId)
  const ids = new Set(topics.flatMap(({ id }) => id ?? []))
  const all = await tyingEntities(db, ownerId, names, ids)
  const found = all.find(({ id }) => id === namedId(ref.slice(1)))
  return found ? complete(entityNode(found), []) : null
}
