import type { Db } from '@/lib/db/engine/client'
import { contextRows, rollUpRows, turnRows, turnSummaryRows } from '@/lib/db/memory/graph'
import { recallRows, touchRows } from '@/lib/db/memory/graph-links'
import { strategiesOfTurns, strategyLinks } from '@/lib/db/memory/graph-strategies'
import { branchedRows } from '@/lib/db/memory/map'
import { topicsOfTurns } from '@/lib/db/memory/topics'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { graphEdges } from '@/lib/memory/graph/graph-edges'
import { fittingFacts, statedIn } from '@/lib/memory/graph/graph-facts'
import { nodesOf } from '@/lib/memory/graph/graph-nodes'
import { NO_PARTS } from '@/lib/memory/graph/graph-parts'
import { fittingStrategies, withTurns } from '@/lib/memory/graph/graph-strategies'
import { notFound } from '@/lib/shared/errors'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { type MapDto, NODE_KINDS } from '@/lib/shared/memory/graph'
import { stepOfTopic } from './level-topic'
import { conversationOf, inColour } from './level-turns'
import { most, NOT_COUNTED } from './map-edges'
import { attemptsOf, lineOf } from './map-nodes'
import { type ShownTopics, topicIdOf } from './shown-topics'

const { map: limits } = limitsOfTopics
const ALL = new Set(NODE_KINDS)

/** An opened turn: its parts, its facts and strategies, and its recalls in both directions. */
export async function levelOfTurn(
  db: Db,
  ownerId: string,
  shown: ShownTopics,
  turnId: string,
  topicRef?: string,
): Promise<MapDto> {
  const [turn] = await turnRows(db, ownerId, [{ ids: [turnId] }])
  if (!turn) throw notFound('turn')
  const conversation = await conversationOf(db, ownerId, turn.conversationId)
  const [recalls, contexts, touches, learned, stated, topics, branched] = await Promise.all([
    recallRows(db, ownerId, [turnId]),
    contextRows(db, ownerId, [turnId]),
    touchRows(db, ownerId, [turnId]),
    strategiesOfTurns(db, ownerId, [turnId]),
    factsFor(everywhere(db, ownerId)),
    topicsOfTurns(db, ownerId, [turnId]),
    branchedRows(db, ownerId, turn.conversationId),
  ])
  const shownRecalls = most(recalls, limits.recalls, ({ score }) => score)
  const others = shownRecalls.flatMap(({ from, to }) => (from === turnId ? to : from))
  const { number: at } = turn
  const [turns, summaries, rollUps] = await Promise.all([
    turnRows(db, ownerId, [{ ids: [...new Set([turnId, ...others])] }]),
    turnSummaryRows(
      db,
      ownerId,
      contexts.map(({ id }) => id),
    ),
    rollUpRows(db, ownerId, turn.conversationId, { from: at, to: at }, limits.rollUps),
  ])
  const strategies = fittingStrategies(withTurns(learned, turns), limits.strategies, null)
  const parts = {
    ...{ ...NO_PARTS, turns, contexts, summaries, touches },
    rollUps: rollUps.filter(({ from, to }) => from <= at && at <= to),
    facts: fittingFacts(statedIn(stated, [turn]), limits.facts, null),
    strategies: {
      nodes: strategies,
      links: await strategyLinks(
        db,
        ownerId,
        strategies.map(({ row }) => row.id),
      ),
    },
  }
  const nodes = await inColour(db, ownerId, shown, await nodesOf(db, ownerId, [], parts, ALL))
  const edges = await graphEdges(db, ownerId, parts, new Set(nodes.map(({ id }) => id)))
  const opened = nodes.find((node) => node.kind === 'turn' && node.turnId === turnId)
  const attempts = attemptsOf(branched)
  const all = branched[0]?.turns ?? conversation.last
  const isApart = shown.apart.some(({ conversationId }) => conversationId === conversation.id)
  const itsTopic = isApart ? undefined : topics.get(turnId)
  const topicId = topicRef === undefined ? itsTopic : topicIdOf(topicRef)
  const topic = shown.topics.find(({ id }) => id === topicId)
  return {
    ...{ level: 4, topics: shown.info, edges, collapsed: [] },
    path: [
      ...(topic ? [stepOfTopic(topic)] : []),
      { kind: 'conversation', id: conversation.id, label: conversation.title },
      { kind: 'turn', id: turnId, label: lineOf({ label: opened?.label ?? '', turnNumber: at }) },
    ],
    conversations: [{ id: conversation.id, title: conversation.title, turns: all }],
    nodes,
    total: { conversations: 1, turns: all, ...NOT_COUNTED, attempts },
  }
}
