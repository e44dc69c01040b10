import type { Db } from '@/lib/db/engine/client'
import { laneRows } from '@/lib/db/memory/graph'
import { ribbons } from '@/lib/db/memory/map'
import { complete, type FoundNode, section } from '@/lib/memory/graph/graph-detail'
import { conversationNodeOf, warmthOfRibbons } from './map-nodes'
import { shownTopics, topicIdOf, topicNodeOf } from './shown-topics'
import { entityNode, namedId, tyingEntities } from './tying-entities'

/** What a topic is about. */
export async function topicDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const { topics } = await shownTopics(db, ownerId)
  const topic = topics.find(({ id }) => id === topicIdOf(ref))
  if (!topic) return null
  return complete(topicNodeOf(topic), {
    sections: section('Words', topic.words.join(', ')),
  })
}

/** A conversation as a whole. */
export async function conversationDetails(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const [[lane], between] = await Promise.all([laneRows(db, ownerId, id), ribbons(db, ownerId, [id])])
  if (!lane) return null
  return complete(conversationNodeOf(lane, lane.turns, warmthOfRibbons(between).get(id)), {
    sections: [],
  })
}

/** A name mentioned in turns on several topics. */
export async function nameDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const { topics, names } = await shownTopics(db, ownerId)
  const ids = new Set(topics.flatMap(({ id }) => id ?? []))
  const all = await tyingEntities(db, ownerId, names, ids)
  const found = all.find(({ id }) => id === namedId(ref.slice(1)))
  return found ? complete(entityNode(found), { sections: [] }) : null
}
