import type { Db } from '@/lib/db/engine/client'
import { contextRows, rollUpRows, turnRows, turnSummaryRows } from '@/lib/db/memory/graph'
import {
  branchedRows,
  conversationRows,
  mostUsedTurns,
  type Span,
  saidTexts,
  warmthOfTurns,
} from '@/lib/db/memory/map'
import { topicsOfTurns } from '@/lib/db/memory/topics'
import { graphEdges } from '@/lib/memory/graph/graph-edges'
import { NO_PARTS, nodesOf } from '@/lib/memory/graph/graph-nodes'
import { notFound } from '@/lib/shared/errors'
import { limitsOfTopics } from '@/lib/shared/limits/topics'
import type { GraphNode, MapDto } from '@/lib/shared/memory/graph'
import { UNTITLED } from '@/lib/shared/untitled'
import { stepOfTopic, topicOf } from './level-topic'
import { attemptsOf, lineOf } from './map-nodes'
import { colourOf, type ShownTopics } from './shown-topics'
import { tellingSentence, worthsOf } from './telling-sentence'

const { map: limits } = limitsOfTopics

export async function conversationOf(db: Db, ownerId: string, id: string) {
  const [row] = await conversationRows(db, ownerId, [id])
  if (!row) throw notFound('conversation')
  return { ...row, title: row.title || UNTITLED }
}

type Opened = { conversationId: string; topicId: string | undefined; period: Span | null }
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
    turnRows(db, ownerId, used.ids),
    contextRows(db, ownerId, used.ids),
    rollUpRows(db, ownerId, conversationId, { from, to }, limits.rollUps),
  ])
  const contextIds = contexts.map(({ id }) => id)
  const summaries = await turnSummaryRows(db, ownerId, contextIds)
  const parts = { ...NO_PARTS, turns, contexts, summaries, rollUps }
  const nodes = await nodesOf(db, ownerId, parts)
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
    total: {
      ...{ conversations: 1, turns: used.all },
      ...(topic ? {} : { attempts: attemptsOf(branched) }),
    },
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
