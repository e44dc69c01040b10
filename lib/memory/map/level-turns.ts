import type { Db } from '@/lib/db/engine/client'
import {
  contextRows,
  recallRows,
  rollUpById,
  rollUpRows,
  type TurnNodeRow,
  touchRows,
  turnNodeRows,
  turnSummaryRows,
} from '@/lib/db/memory/graph'
import { strategiesOfTurns, strategyLinks } from '@/lib/db/memory/graph-strategies'
import {
  branchedRows,
  conversationRows,
  mostUsedTurns,
  saidTexts,
  type TimeSpan,
  warmthOfTurns,
} from '@/lib/db/memory/map'
import { topicsOfTurns } from '@/lib/db/memory/topics'
import { titlesOf } from '@/lib/db/turns/conversations'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { sourceOf } from '@/lib/memory/facts/timeline'
import { fittingFacts, fittingStrategies, statedIn, withTurns } from '@/lib/memory/graph/graph-facts'
import { graphEdges, loadGraphNodes, NO_PARTS } from '@/lib/memory/graph/graph-nodes'
import { notFound } from '@/lib/shared/errors'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import { fileId, type GraphNode, type MapDto, parseNodeId } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'
import { stepOfTopic, topicOf } from './level-topic'
import { attemptsOf, lineOf, most } from './map-nodes'
import { colourOf, type ShownTopics, topicIdOf } from './shown-topics'
import { tellingSentence, worthsOf } from './telling-sentence'

const { map: limits } = limitsOfTopics

async function conversationOf(db: Db, ownerId: string, id: string) {
  const [row] = await conversationRows(db, ownerId, [id])
  if (!row) throw notFound('conversation')
  return { ...row, title: row.title || UNTITLED }
}

type Opened = { conversationId: string; topicId: string | undefined; period: TimeSpan | null }
/** A conversation opened: its most used turns, in order, with contexts, summaries and roll-ups. */
export async function levelOfTurns(
  db: Db,
  ownerId: string,
  shown: ShownTopics,
  { conversationId, topicId: topicRef, period }: Opened,
): Promise<MapDto> {
  const topic = topicRef === undefined ? null : topicOf(shown, topicRef)
  const conversation = await conversationOf(db, ownerId, conversationId)
  const of = topic ? { topicId: topic.id } : undefined
  const used = await mostUsedTurns(db, ownerId, conversationId, of, limits.turns, period)
  const { from, to } = used
  const [turns, contexts, rollUps] = await Promise.all([
    turnNodeRows(db, ownerId, used.ids),
    contextRows(db, ownerId, used.ids),
    rollUpRows(db, ownerId, conversationId, { from, to }, limits.rollUps),
  ])
  const contextIds = contexts.map(({ id }) => id)
  const summaries = await turnSummaryRows(db, ownerId, contextIds)
  const parts = { ...NO_PARTS, turns, contexts, summaries, rollUps }
  const nodes = await loadGraphNodes(db, ownerId, parts)
  const edges = await graphEdges(db, ownerId, parts, new Set(nodes.map(({ id }) => id)))
  const left = used.all - turns.length
  const branched = topic ? [] : await branchedRows(db, ownerId, conversationId)
  return {
    ...{ level: 3, topics: shown.info, edges },
    path: [
      ...(topic ? [stepOfTopic(topic)] : []),
      { kind: 'conversation', id: conversationId, label: conversation.title },
    ],
    conversations: [{ id: conversationId, title: conversation.title }],
    nodes: await inColour(db, ownerId, shown, nodes),
    left: { conversations: 0, turns: left },
    total: { conversations: 1, turns: used.all, ...(topic ? {} : { attempts: attemptsOf(branched) }) },
  }
}

const NOTHING_SAID = { userText: '', answer: '' }
/** Turns with the sentence that says most about their topic, their warmth and the colour of their topic. */
export async function inColour(
  db: Db,
  ownerId: string,
  shown: Pick<ShownTopics, 'topics'>,
  nodes: readonly GraphNode[],
): Promise<GraphNode[]> {
  const ids = nodes.flatMap(({ kind, turnId }) => (kind === 'turn' && turnId ? [turnId] : []))
  const [warmth, topics, texts] = await Promise.all([
    warmthOfTurns(db, ownerId, ids),
    shown.topics.length ? topicsOfTurns(db, ownerId, ids) : new Map<string, string | null>(),
    saidTexts(db, ownerId, ids),
  ])
  const byId = new Map(shown.topics.map((topic) => [topic.id, topic]))
  const worths = new Map(shown.topics.map(({ id, words }) => [id, worthsOf(words)]))
  const said = new Map(texts.map((text) => [text.id, text]))
  return nodes.map((node) => {
    if (node.kind !== 'turn' || !node.turnId) return node
    const topicId = topics.get(node.turnId)
    const topic = topicId === undefined ? undefined : byId.get(topicId)
    const texts = said.get(node.turnId) ?? NOTHING_SAID
    const told = tellingSentence(texts, worths.get(topic?.id ?? null) ?? new Map())
    const label = told?.text ?? lineOf(node)
    return { ...node, label, ...warmth.get(node.turnId), ...(topic ? colourOf(topic) : {}) }
  })
}

/** An opened turn: its parts, its facts and strategies, and its recalls in both directions. */
export async function levelOfTurn(
  db: Db,
  ownerId: string,
  shown: ShownTopics,
  turnId: string,
  topicRef?: string,
): Promise<MapDto> {
  const [turn] = await turnNodeRows(db, ownerId, [turnId])
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
  const turns = await turnNodeRows(db, ownerId, [...new Set([turnId, ...others, ...before])])
  const ids = turns.map(({ id }) => id)
  const [parts, known] = await Promise.all([
    partsOf(db, ownerId, turn, turns, found),
    strategiesOfTurns(db, ownerId, ids),
  ])
  // Its own lessons, with the other turns in sight that taught or cite them.
  const learned = known.filter(({ taught, cited }) => [...taught, ...cited].includes(turnId))
  const strategies = fittingStrategies(withTurns(learned, turns), limits.strategies)
  const strategyIds = strategies.map(({ row }) => row.id)
  const all = {
    ...parts,
    facts: fittingFacts([...statedIn(stated, [turn]), ...statedIn(replaced, turns)], limits.facts),
    strategies: { nodes: strategies, links: await strategyLinks(db, ownerId, strategyIds) },
  }
  const isShown = ({ id, kind, turnId: of }: GraphNode) =>
    kind !== 'context' && kind !== 'summary' ? true : of === turnId || found.has(id)
  const drawn = (await loadGraphNodes(db, ownerId, all)).filter(isShown)
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
