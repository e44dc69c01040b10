import type { Db } from '@/lib/db/engine/client'
import { type TurnNodeRow, turnNodeRows } from '@/lib/db/memory/graph'
import { strategiesOfTurns } from '@/lib/db/memory/graph-strategies'
import {
  conversationRows,
  ribbons,
  saidTexts,
  type TimeSpan,
  turnsInPeriod,
  turnsOfTopic,
  warmthOfTurns,
} from '@/lib/db/memory/map'
import { teachingTurns, topicsOfTurns } from '@/lib/db/memory/topics'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { turnsStating } from '@/lib/memory/facts/timeline'
import {
  entityId,
  factId,
  factNodes,
  fittingFacts,
  fittingStrategies,
  statedIn,
  strategyId,
  strategyNodes,
  withTurns,
} from '@/lib/memory/graph/graph-facts'
import { loadGraphNodes, NO_PARTS } from '@/lib/memory/graph/graph-nodes'
import { notFound } from '@/lib/shared/errors'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import type { GraphEdge, GraphNode, MapDto } from '@/lib/shared/memory/graph'
import { conversationNode, OTHER_TOPIC, topicNode } from '@/lib/shared/memory/map'
import { conversationNodeOf, edge, lineOf, most, recallsBetween, turnSum, warmthOfRibbons } from './map-nodes'
import { colourOf, type ShownTopic, type ShownTopics, topicIdOf, topicNodeOf } from './shown-topics'
import { tellingSentence, worthsOf } from './telling-sentence'

const { map: limits } = limitsOfTopics
const TEACHING = 500
/** Larger than any number of turns in a conversation and than any sentence's worth. */
const MANY = 1_000_000
const isWithin = (at: string, period: TimeSpan | null) =>
  period !== null && at >= period.since.toISOString() && at < period.until.toISOString()

export function topicOf({ topics }: ShownTopics, ref: string): ShownTopic {
  const topic = topics.find(({ id }) => id === topicIdOf(ref))
  if (!topic) throw notFound('topic')
  return topic
}
export const stepOfTopic = (topic: ShownTopic) =>
  ({ kind: 'topic', id: topic.id ?? OTHER_TOPIC, label: topic.name }) as const

/** A topic opened: its conversations, and the facts and strategies from them. */
export async function levelOfTopic(
  db: Db,
  ownerId: string,
  shown: ShownTopics,
  ref: string,
  period: TimeSpan | null,
): Promise<MapDto> {
  const topic = topicOf(shown, ref)
  const shares = shown.shares.filter(({ topicId }) => topicId === topic.id)
  const then = period ? await turnsInPeriod(db, ownerId, topic.id, period) : new Map<string, number>()
  const rank = (share: (typeof shares)[number]) => (then.get(share.conversationId) ?? 0) * MANY + share.turns
  const top = most(shares, limits.conversations, rank)
  const ids = top.map(({ conversationId }) => conversationId)
  const [rows, between, learned, turns] = await Promise.all([
    conversationRows(db, ownerId, ids),
    ribbons(db, ownerId, ids, { topicId: topic.id }),
    learnedIn(db, ownerId, topic, shares),
    tellingTurns(db, ownerId, topic, ids, period),
  ])
  const warmth = warmthOfRibbons(between)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const drawn = top.flatMap(({ conversationId, turns }) => {
    const row = rowOf.get(conversationId)
    return row ? [{ row, turns }] : []
  })
  const isDrawn = (id: string) => rowOf.has(id)
  const conversations = drawn.map(({ row, turns }) =>
    conversationNodeOf(row, turns, warmth.get(row.id), colourOf(topic)),
  )
  const holds = drawn.map(({ row, turns }) =>
    edge('holds', topicNode(topic.id), conversationNode(row.id), turns),
  )
  const recalled = recallsBetween(between, new Set(rowOf.keys()))
  const left = shares.filter(({ conversationId }) => !isDrawn(conversationId))
  return {
    ...{ level: 2, path: [stepOfTopic(topic)], topics: shown.info },
    conversations: drawn.map(({ row: { id, title } }) => ({ id, title })),
    nodes: [
      topicNodeOf(topic),
      ...conversations,
      ...turns.filter(({ conversationId }) => isDrawn(conversationId)),
      ...learned.nodes,
    ],
    edges: [...holds, ...recalled, ...learned.edges(isDrawn)],
    left: { conversations: left.length, turns: turnSum(left) },
    total: { conversations: shares.length, turns: topic.turns },
  }
}

/** At most this many of the newest turns on the topic are read, per conversation and in all. */
const READ = 960
const READ_EACH = 120
/** The turns of each conversation that say most about the topic, best first, each with its line. */
async function tellingTurns(
  db: Db,
  ownerId: string,
  topic: ShownTopic,
  conversationIds: string[],
  period: TimeSpan | null,
): Promise<GraphNode[]> {
  const share = (all: number, each: number) =>
    Math.max(1, Math.min(each, Math.floor(all / Math.max(1, conversationIds.length))))
  const read = await turnsOfTopic(db, ownerId, topic.id, conversationIds, share(READ, READ_EACH), period)
  const turnOf = new Map(read.map((turn) => [turn.id, turn]))
  const worths = worthsOf(topic.words)
  const told = (await saidTexts(db, ownerId, [...turnOf.keys()])).map(({ id, ...said }) => ({
    ...{ id, conversation: turnOf.get(id)?.conversationId ?? '', worth: 0, text: '' },
    ...{ isThen: isWithin(turnOf.get(id)?.at ?? '', period), ...tellingSentence(said, worths) },
  }))
  const lines = share(limits.lines.all, limits.lines.each)
  const byConversation = groupBy(told, ({ conversation }) => conversation)
  const best = conversationIds.flatMap((id) =>
    most(byConversation.get(id) ?? [], lines, ({ worth, isThen }) => worth + (isThen ? MANY : 0)),
  )
  const ids = best.map(({ id }) => id)
  const [turns, warmth] = await Promise.all([turnNodeRows(db, ownerId, ids), warmthOfTurns(db, ownerId, ids)])
  const nodes = await loadGraphNodes(db, ownerId, { ...NO_PARTS, turns })
  const byId = new Map(nodes.map((node) => [node.turnId, node]))
  return best.flatMap(({ id, text }) => {
    const node = byId.get(id)
    return node ? { ...node, label: text || lineOf(node), ...warmth.get(id), ...colourOf(topic) } : []
  })
}

/** The top facts and strategies of a topic, linked to the conversations they are from. */
async function learnedIn(db: Db, ownerId: string, topic: ShownTopic, shares: ShownTopics['shares']) {
  const [facts, taughtBy] = await Promise.all([
    factsOfTopic(db, ownerId, topic.id),
    teachingTurns(db, ownerId, topic.id, TEACHING),
  ])
  const [taught, all] = await Promise.all([
    strategiesOfTurns(db, ownerId, taughtBy),
    turnNodeRows(db, ownerId, [...new Set([...facts.turns, ...taughtBy])]),
  ])
  // Turns of no topic may also be of conversations apart from the topics.
  const isShown = new Set(shares.map(({ conversationId }) => conversationId))
  const turns = all.filter(({ conversationId }) => isShown.has(conversationId))
  const top = fittingFacts(statedIn(facts.facts, turns), limits.facts)
  const learned = withTurns(taught, turns).filter((one) => one.taught.length > 0)
  const strategies = fittingStrategies(learned, limits.strategies)
  const nodes: GraphNode[] = [...factNodes(top), ...strategyNodes({ nodes: strategies, links: [] })]
  const here = new Set(nodes.map(({ id }) => id))
  const link = (kind: 'states' | 'taught', of: readonly TurnNodeRow[], to: string) =>
    [...groupBy(of, ({ conversationId }) => conversationId)].map(([id, turns]) => ({
      ...{ conversationId: id, edge: edge(kind, conversationNode(id), to, turns.length) },
    }))
  const links = [
    ...top.flatMap(({ fact, turns }) => link('states', turns, factId(fact))),
    ...strategies.flatMap((strategy) => link('taught', strategy.taught, strategyId(strategy))),
  ]
  const within = top.flatMap(({ fact }): GraphEdge[] => [
    edge('about', factId(fact), entityId(fact), 1),
    ...(fact.before && here.has(factId(fact.before))
      ? [edge('supersedes', factId(fact), factId(fact.before), 1)]
      : []),
  ])
  const edges = (isDrawn: (conversationId: string) => boolean) => [
    ...links.flatMap(({ conversationId, edge }) => (isDrawn(conversationId) ? edge : [])),
    ...within,
  ]
  return { nodes: nodes.map((node) => ({ ...node, ...colourOf(topic) })), edges }
}

async function factsOfTopic(db: Db, ownerId: string, topicId: string | null) {
  const all = await factsFor(everywhere(db, ownerId))
  const topics = await topicsOfTurns(db, ownerId, all.flatMap(turnsStating))
  const isHere = (turnId: string) => topics.get(turnId) === topicId
  const facts = all.filter((fact) => turnsStating(fact).some(isHere))
  return { facts, turns: facts.flatMap((fact) => turnsStating(fact).filter(isHere)) }
}
