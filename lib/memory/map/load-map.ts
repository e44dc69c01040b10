import type { Db } from '@/lib/db/engine/client'
import { laneRows } from '@/lib/db/memory/graph'
import { branchedRows, conversationRows, loadPositions, MAP_VIEW, ribbons } from '@/lib/db/memory/map'
import { loadNode } from '@/lib/memory/graph/graph-details'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import {
  type GraphEdge,
  type GraphNode,
  type MapDto,
  type MapQuery,
  mapQuerySchema,
  type NodeKind,
  parseNodeId,
} from '@/lib/shared/memory/graph'
import { topicNode } from '@/lib/shared/memory/map'
import { dayOf } from '@/lib/shared/time/day'
import { UNTITLED } from '@/lib/shared/untitled'
import { levelOfTopic } from './level-topic'
import { levelOfTurn, levelOfTurns } from './level-turns'
import {
  attemptsOf,
  conversationNodeOf,
  edge,
  entityNode,
  most,
  recallsBetween,
  turnSum,
  tyingEntities,
  warmthOfRibbons,
} from './map-nodes'
import { type ShownTopics, shownTopics, toldApart, topicNodeOf } from './shown-topics'

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
export async function mapPlaceOf(db: Db, ownerId: string, id: string) {
  const kind = parseNodeId(id)?.kind ?? 'topic'
  if (!IN_TURN.has(kind) && !IN_CONVERSATION.has(kind)) return null
  const found = await loadNode(db, ownerId, id)
  if (!found?.node.conversationId) return null
  return { conversation: found.node.conversationId, turn: IN_TURN.has(kind) ? found.turnId : null }
}

const { map: limits } = limitsOfTopics

/** All topics as islands, with what ties them. */
async function levelOfTopics(db: Db, ownerId: string, shown: ShownTopics): Promise<MapDto> {
  const { info, topics, links, names, shares, apart } = shown
  const ids = new Set(topics.flatMap(({ id }) => id ?? []))
  const [entities, branched, beside] = await Promise.all([
    tyingEntities(db, ownerId, names, ids),
    branchedRows(db, ownerId),
    islandsApart(db, ownerId, shown),
  ])
  const tied = links.filter(({ ties }) => ties > 0)
  const ties = most(tied, limits.ties, ({ ties }) => ties)
  const edges: GraphEdge[] = [
    ...ties.map(({ from, to, ties }) => edge('ties', topicNode(from), topicNode(to), ties)),
    ...links.flatMap(({ from, to, recalled }) =>
      recalled ? [edge('recalled', topicNode(from), topicNode(to), recalled)] : [],
    ),
    ...entities.flatMap(({ id, topics }) =>
      [...topics].map(([topic, turns]) => edge('ties', id, topicNode(topic), turns)),
    ),
    ...beside.edges,
  ]
  const turns = turnSum([...shares, ...apart])
  const conversations = new Set([...shares, ...apart].map(({ conversationId }) => conversationId)).size
  return {
    ...{ level: 1, path: [], topics: info, conversations: [], edges, left: { conversations: 0, turns: 0 } },
    nodes: [...topics.map(topicNodeOf), ...beside.nodes, ...entities.map(entityNode)],
    total: { conversations, turns, attempts: attemptsOf(branched) },
  }
}

/** Conversations beside the topics, each an island. */
async function islandsApart(db: Db, ownerId: string, { apart, topics }: ShownTopics) {
  const known = new Map(apart.map((one) => [one.conversationId, one]))
  const ids = [...known.keys()]
  const [rows, between] = await Promise.all([conversationRows(db, ownerId, ids), ribbons(db, ownerId, ids)])
  const warmth = warmthOfRibbons(between)
  const named = withTitlesApart(
    rows.map((row) => (known.get(row.id)?.isSample ? { ...row, title: `${row.title} (sample)` } : row)),
    topics.map(({ name }) => name),
  )
  return {
    nodes: named.map((row, i): GraphNode => {
      const turns = known.get(row.id)?.turns ?? 0
      return conversationNodeOf(row, turns, warmth.get(row.id), { hue: topics.length + i })
    }),
    edges: recallsBetween(between, new Set(ids)),
  }
}

/** Conversations of which no two have the same title, nor one that is in `taken`: the day of the last message tells. */
function withTitlesApart<R extends { title: string; at: string }>(rows: readonly R[], taken: string[] = []) {
  const others = taken.map((title) => ({ title, at: null }))
  const titles = toldApart<R | (typeof others)[number]>(
    [...others, ...rows],
    ({ title }) => title || UNTITLED,
    ({ at }) => (at === null ? undefined : dayOf(at)),
  )
  return rows.map((row) => ({ ...row, title: titles.get(row) ?? row.title }))
}

/** The conversations as islands, while there are no topics: those with the most turns. */
async function levelOfConversations(db: Db, ownerId: string, shown: ShownTopics): Promise<MapDto> {
  const all = await laneRows(db, ownerId)
  const lanes = withTitlesApart(most(all, limits.islands, ({ turns }) => turns))
  const ids = new Set(lanes.map(({ id }) => id))
  const [between, branched] = await Promise.all([ribbons(db, ownerId, [...ids]), branchedRows(db, ownerId)])
  const warmth = warmthOfRibbons(between)
  const nodes = lanes.map((lane): GraphNode => conversationNodeOf(lane, lane.turns, warmth.get(lane.id)))
  return {
    ...{ level: 1, path: [], topics: shown.info, nodes },
    conversations: lanes.map(({ id, title }) => ({ id, title })),
    edges: recallsBetween(between, ids),
    left: { conversations: all.length - lanes.length, turns: turnSum(all) - turnSum(lanes) },
    total: { conversations: all.length, turns: turnSum(all), attempts: attemptsOf(branched) },
  }
}
