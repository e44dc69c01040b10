import type { Db } from '@/lib/db/engine/client'
import {
  contextRows,
  recallRows,
  rollUpById,
  rollUpRows,
  type TurnNodeRow,
  touchRows,
  turnRows,
  turnSummaryRows,
} from '@/lib/db/memory/graph'
import { strategiesOfTurns, strategyLinks } from '@/lib/db/memory/graph-strategies'
import { branchedRows } from '@/lib/db/memory/map'
import { topicsOfTurns } from '@/lib/db/memory/topics'
import { titlesOf } from '@/lib/db/turns/conversations'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { sourceOf } from '@/lib/memory/facts/timeline'
import { graphEdges } from '@/lib/memory/graph/graph-edges'
import { fittingFacts, statedIn } from '@/lib/memory/graph/graph-facts'
import { NO_PARTS, nodesOf } from '@/lib/memory/graph/graph-nodes'
import { fittingStrategies, withTurns } from '@/lib/memory/graph/graph-strategies'
import { notFound } from '@/lib/shared/errors'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { fileId, type GraphNode, type MapDto, parseNodeId } from '@/lib/shared/memory/graph'
import { stepOfTopic } from './level-topic'
import { conversationOf, inColour } from './level-turns'
import { attemptsOf, lineOf, most } from './map-nodes'
import { type ShownTopics, topicIdOf } from './shown-topics'

const { map: limits } = limitsOfTopics

/** An opened turn: its parts, its facts and strategies, and its recalls in both directions. */
export async function levelOfTurn(
  db: Db,
  ownerId: string,
  shown: ShownTopics,
  turnId: string,
  topicRef?: string,
): Promise<MapDto> {
  const [turn] = await turnRows(db, ownerId, [turnId])
  if (!turn) throw notFound('turn')
  const conversation = await conversationOf(db, ownerId, turn.conversationId)
  const [recalls, stated, topics, branched] = await Promise.all([
    recallRows(db, ownerId, [turnId]),
    factsFor(everywhere(db, ownerId)),
    topicsOfTurns(db, ownerId, [turnId]),
    branchedRows(db, ownerId, turn.conversationId),
  ])
  const shownRecalls = most(recalls, limits.recalls, ({ score }) => score)
  const others = shownRecalls.flatMap(({ from, to }) => (from === turnId ? to : from))
  const found = new Set(shownRecalls.map(({ node }) => node))
  const { number: at } = turn
  // With a new value the earlier one, and the turn that stated it.
  const replaced = statedIn(stated, [turn]).flatMap(({ fact }) => fact.before ?? [])
  const before = replaced.flatMap((fact) => sourceOf(fact)?.turnId ?? [])
  const turns = await turnRows(db, ownerId, [...new Set([turnId, ...others, ...before])])
  const ids = turns.map(({ id }) => id)
  const [parts, known] = await Promise.all([
    partsOf(db, ownerId, turn, turns, found),
    strategiesOfTurns(db, ownerId, ids),
  ])
  // Its own lessons, with the other turns in sight that taught or cite them.
  const learned = known.filter(({ taught, cited }) => [...taught, ...cited].includes(turnId))
  const strategies = fittingStrategies(withTurns(learned, turns), limits.strategies)
  const all = {
    ...parts,
    facts: fittingFacts([...statedIn(stated, [turn]), ...statedIn(replaced, turns)], limits.facts),
    strategies: {
      nodes: strategies,
      links: await strategyLinks(
        db,
        ownerId,
        strategies.map(({ row }) => row.id),
      ),
    },
  }
  const isShown = ({ id, kind, turnId: of }: GraphNode) =>
    kind !== 'context' && kind !== 'summary' ? true : of === turnId || found.has(id)
  const drawn = (await nodesOf(db, ownerId, all)).filter(isShown)
  const nodes = await inColour(db, ownerId, shown, drawn)
  const edges = await graphEdges(db, ownerId, all, new Set(nodes.map(({ id }) => id)))
  const opened = nodes.find((node) => node.kind === 'turn' && node.turnId === turnId)
  const attempts = attemptsOf(branched)
  const abroad = new Set(turns.map((one) => one.conversationId).filter((id) => id !== conversation.id))
  const titles = await titlesOf(db, ownerId, [...abroad])
  const elsewhere = [...titles].map(([id, title]) => ({ id, title }))
  const count = branched[0]?.turns ?? conversation.last
  const isApart = shown.apart.some(({ conversationId }) => conversationId === conversation.id)
  const itsTopic = isApart ? undefined : topics.get(turnId)
  const topicId = topicRef === undefined ? itsTopic : topicIdOf(topicRef)
  const topic = shown.topics.find(({ id }) => id === topicId)
  return {
    ...{ level: 4, topics: shown.info, edges, left: { conversations: 0, turns: 0 } },
    path: [
      ...(topic ? [stepOfTopic(topic)] : []),
      { kind: 'conversation', id: conversation.id, label: conversation.title },
      { kind: 'turn', id: turnId, label: lineOf({ label: opened?.label ?? '', turnNumber: at }) },
    ],
    conversations: [{ id: conversation.id, title: conversation.title }, ...elsewhere],
    nodes,
    total: { conversations: 1, turns: count, attempts },
  }
}

/** The records of a turn, and those of other turns that it recalled. */
async function partsOf(
  db: Db,
  ownerId: string,
  { id: turnId, conversationId, number: at }: TurnNodeRow,
  turns: TurnNodeRow[],
  found: ReadonlySet<string>,
) {
  const ids = turns.map(({ id }) => id)
  const rollUpIn = (node: string) => {
    const ref = parseNodeId(node)
    return ref?.kind === 'roll-up' ? ref.ref : []
  }
  const [contexts, touches, own, recalled] = await Promise.all([
    contextRows(db, ownerId, ids),
    touchRows(db, ownerId, ids),
    rollUpRows(db, ownerId, conversationId, { from: at, to: at }, limits.rollUps),
    Promise.all([...found].flatMap(rollUpIn).map((id) => rollUpById(db, ownerId, id))),
  ])
  const contextIds = contexts.map(({ id }) => id)
  const talkOf = new Map(turns.map((one) => [one.id, one.conversationId]))
  const isNear = ({ turnId: of, path }: (typeof touches)[number]) =>
    of === turnId || found.has(fileId(talkOf.get(of) ?? '', path))
  const rollUps = [...own, ...recalled.filter((row) => row !== null)]
  return {
    ...{ ...NO_PARTS, turns, contexts, touches: touches.filter(isNear) },
    summaries: await turnSummaryRows(db, ownerId, contextIds),
    rollUps: [...new Map(rollUps.map((row) => [row.id, row])).values()],
  }
}
