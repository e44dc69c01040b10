import type { Db } from '@/lib/db/engine/client'
import { laneRows } from '@/lib/db/memory/graph'
import { conversationRows, ribbons } from '@/lib/db/memory/map'
import { complete, type Related, related, section } from '@/lib/memory/graph/graph-detail'
import { limits } from '@/lib/shared/limits'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import type { GraphNodeDetails } from '@/lib/shared/memory/graph'
import { conversationNode, topicNode } from '@/lib/shared/memory/map'
import { UNTITLED } from '@/lib/shared/untitled'
import { most } from './map-edges'
import { conversationNodeOf, warmthOfRibbons } from './map-nodes'
import { type ShownTopic, type ShownTopics, shownTopics, topicIdOf, topicNodeOf } from './shown-topics'
import { entityNode, namedId, type Tying, tyingEntities } from './tying-entities'

const { related: MOST } = limits.graph
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
const withTurns = (label: string, turns: number) => `${label} (${counted(turns, 'turn')})`

const entitiesOf = (db: Db, ownerId: string, { names, topics }: ShownTopics): Promise<Tying[]> =>
  tyingEntities(db, ownerId, names, new Set(topics.flatMap(({ id }) => id ?? [])))

/** What a topic is about, its conversations, and what ties it to others. */
export async function topicDetails(db: Db, ownerId: string, ref: string): Promise<GraphNodeDetails | null> {
  const shown = await shownTopics(db, ownerId)
  const topic = shown.topics.find(({ id }) => id === topicIdOf(ref))
  if (!topic) return null
  const shares = shown.shares.filter(({ topicId }) => topicId === topic.id)
  const top = most(shares, limitsOfTopics.map.conversations, ({ turns }) => turns)
  const [rows, entities] = await Promise.all([
    conversationRows(
      db,
      ownerId,
      top.map(({ conversationId }) => conversationId),
    ),
    topic.id === null ? [] : entitiesOf(db, ownerId, shown),
  ])
  const titles = new Map(rows.map(({ id, title }) => [id, title || UNTITLED]))
  const holds = top.flatMap(({ conversationId, turns }): Related[] => {
    const title = titles.get(conversationId)
    if (title === undefined) return []
    return [related('holds', 'out', conversationNode(conversationId), withTurns(title, turns))]
  })
  const tying = entities.flatMap(({ id, label, topics }): Related[] => {
    const turns = topics.get(topic.id ?? '')
    return turns ? [related('ties', 'in', id, withTurns(label, turns))] : []
  })
  return complete(topicNodeOf(topic, shown.info.madeAt), {
    conversationTitle: '',
    sections: section('Words', topic.words.join(', ')),
    related: [...holds, ...recallsOf(shown, topic), ...tiedTopics(shown, topic, entities), ...tying].slice(
      0,
      MOST,
    ),
  })
}

const namesOf = ({ topics }: ShownTopics) => new Map(topics.map(({ id, name }) => [id, name]))

/** Topics whose answers recalled this one, and those that its answers recalled. */
function recallsOf(shown: ShownTopics, { id }: ShownTopic): Related[] {
  const nameOf = namesOf(shown)
  const own = shown.links.filter(({ from, to, recalled }) => recalled > 0 && (from === id || to === id))
  return most(own, limitsOfTopics.map.conversations, ({ recalled }) => recalled).map(
    ({ from, to, recalled }) => {
      const other = from === id ? to : from
      const name = `${nameOf.get(other) ?? ''} (${counted(recalled, 'answer')})`
      return related('recalled', from === id ? 'out' : 'in', topicNode(other), name)
    },
  )
}

/** Topics that share turns or an entity with this one, each with what it shares. */
function tiedTopics(shown: ShownTopics, { id }: ShownTopic, entities: readonly Tying[]): Related[] {
  const nameOf = namesOf(shown)
  const shared = new Map<string, { turns: number; names: string[] }>()
  const sharedWith = (topic: string) => {
    const known = shared.get(topic) ?? { turns: 0, names: [] }
    shared.set(topic, known)
    return known
  }
  for (const { from, to, ties } of shown.links)
    if (ties > 0 && (from === id || to === id)) sharedWith(from === id ? to : from).turns += ties
  for (const { label, topics } of entities)
    if (id !== null && topics.has(id))
      for (const topic of topics.keys()) if (topic !== id) sharedWith(topic).names.push(label)
  return most(
    [...shared],
    limitsOfTopics.map.conversations,
    ([, { turns, names }]) => turns + names.length,
  ).map(([topic, { turns, names }]) => {
    const why = [...(turns ? [counted(turns, 'turn')] : []), ...names].join(', ')
    return related('ties', 'out', topicNode(topic), `${nameOf.get(topic) ?? ''} (${why})`)
  })
}

/** A conversation as a whole: what it is about. */
export async function conversationDetails(
  db: Db,
  ownerId: string,
  id: string,
): Promise<GraphNodeDetails | null> {
  const [[lane], shown, between] = await Promise.all([
    laneRows(db, ownerId, id),
    shownTopics(db, ownerId),
    ribbons(db, ownerId, [id]),
  ])
  if (!lane) return null
  const topicOf = new Map(shown.topics.map((topic) => [topic.id, topic]))
  const shares = shown.shares.filter(({ conversationId }) => conversationId === id)
  const topics = most(shares, MOST, ({ turns }) => turns).flatMap(({ topicId, turns }): Related[] => {
    const topic = topicOf.get(topicId)
    return topic ? [related('holds', 'in', topicNode(topicId), withTurns(topic.name, turns))] : []
  })
  return complete(conversationNodeOf(lane, lane.turns, warmthOfRibbons(between).get(id)), {
    conversationTitle: lane.title || UNTITLED,
    sections: [],
    related: topics,
  })
}

/** A name mentioned in turns on several topics. */
export async function nameDetails(db: Db, ownerId: string, ref: string): Promise<GraphNodeDetails | null> {
  const shown = await shownTopics(db, ownerId)
  const found = (await entitiesOf(db, ownerId, shown)).find(({ id }) => id === namedId(ref.slice(1)))
  if (!found) return null
  const nameOf = new Map(shown.topics.map((topic) => [topic.id, topic.name]))
  return complete(entityNode(found), {
    conversationTitle: '',
    sections: [],
    related: [...found.topics].map(([topic, turns]) =>
      related('ties', 'out', topicNode(topic), withTurns(nameOf.get(topic) ?? '', turns)),
    ),
  })
}
