import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { contentPath } from '@/lib/db/memory/context-parts'
import { findContext } from '@/lib/db/memory/contexts'
import {
  contextRows,
  fileHistory,
  laneRows,
  rollUpById,
  storedFileText,
  summaryInFull,
  turnInFull,
  turnNodeRows,
  turnSummaryRows,
} from '@/lib/db/memory/graph'
import { strategyInFull, strategyNode } from '@/lib/db/memory/graph-strategies'
import { ribbons, turnsOfTopic } from '@/lib/db/memory/map'
import { importOf } from '@/lib/db/memory/outside'
import { citedBy } from '@/lib/db/turns/citations'
import { calledById } from '@/lib/db/turns/conversations'
import { toolUses } from '@/lib/db/turns/turn-texts'
import { type ContextPiece, callIn, callMade, readPieces } from '@/lib/memory/context/context'
import { everywhere, factsFor } from '@/lib/memory/facts/known-facts'
import { type Fact, latest, sinceOf, turnsStating } from '@/lib/memory/facts/timeline'
import {
  conversationNodeOf,
  edge,
  entityNode,
  most,
  NAME_MARK,
  namedId,
  tyingEntities,
  warmthOfRibbons,
} from '@/lib/memory/map/map-nodes'
import { shownTopics, topicIdOf, topicNodeOf } from '@/lib/memory/map/shown-topics'
import { limits } from '@/lib/shared/limits'
import { type DetailsSection, type GraphNodeDetails, nodeId, parseNodeId } from '@/lib/shared/memory/graph'
import { topicNode } from '@/lib/shared/memory/map'
import { droppedWords } from '@/lib/shared/memory/retention'
import { speakerNamed } from '@/lib/shared/speakers'
import { type TurnMessage, turnMessageSchema } from '@/lib/shared/turn/messages'
import { UNTITLED } from '@/lib/shared/untitled'
import { factId, factNodes, statedIn, strategyNodes, withTurns } from './graph-facts'
import { complete, type FoundNode, insightList, loadGraphNodes, NO_PARTS, section } from './graph-nodes'

type TurnWords = { userText: string; answer: string; messages: unknown }
const HEADINGS = { user: 'User message', assistant: 'Answer' } as const

/** The message and answer of a turn, or for an import with names each message under its speaker. */
function saidSections({ userText, answer, messages }: TurnWords): { title: string; text: string }[] {
  const texts = { user: userText, assistant: answer }
  const read = z.array(turnMessageSchema).safeParse(messages).data ?? []
  const plain = (part: TurnMessage['part']) => section(HEADINGS[part], texts[part])
  return (['user', 'assistant'] as const).flatMap((part) => {
    const own = read.filter((message) => message.part === part)
    if (!own.some(speakerNamed)) return plain(part)
    return own.flatMap((message) =>
      section(speakerNamed(message) ?? HEADINGS[part], texts[part].slice(message.start, message.end)),
    )
  })
}

/** Everything about one node; null if it does not exist or belongs to another user. */
export async function loadNode(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const found = await detailsOf(db, ownerId, id)
  if (!found) return null
  const { turnId } = found
  const { conversationId } = found.node
  const [names, imported, cited] = await Promise.all([
    calledById(db, ownerId, conversationId ? [conversationId] : []),
    turnId === null ? null : importOf(db, ownerId, turnId),
    turnId === null ? null : citedBy(db, ownerId, [{ id: turnId }]),
  ])
  const called = names.get(conversationId)
  return {
    ...found,
    conversationTitle: conversationId && (called?.title || UNTITLED),
    ...(imported ? { imported } : {}),
    ...(turnId !== null && called?.client ? { client: called.client } : {}),
    ...(cited ? { cited: cited.get(turnId ?? '') ?? [] } : {}),
  }
}

const DETAILS = {
  topic: topicDetails,
  conversation: conversationDetails,
  turn: turnDetails,
  context: contextDetails,
  summary: summaryDetails,
  'roll-up': rollUpDetails,
  fact: factDetails,
  entity: entityDetails,
  strategy: strategyDetails,
}
async function detailsOf(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const ref = parseNodeId(id)
  if (!ref) return null
  if (ref.kind === 'file') return fileDetails(db, ownerId, ref.conversationId, ref.path)
  return DETAILS[ref.kind](db, ownerId, ref.ref)
}

async function nodesOfTurn(db: Db, ownerId: string, turnId: string) {
  const [turns, contexts] = await Promise.all([
    turnNodeRows(db, ownerId, [turnId]),
    contextRows(db, ownerId, [turnId]),
  ])
  const contextIds = contexts.map((context) => context.id)
  const summaries = await turnSummaryRows(db, ownerId, contextIds)
  const nodes = await loadGraphNodes(db, ownerId, { ...NO_PARTS, turns, contexts, summaries })
  return Object.fromEntries(nodes.map((node) => [node.kind, node]))
}

const callSection = ({ result, ...tool }: ReturnType<typeof callMade>): DetailsSection => ({
  title: tool.name,
  text: result,
  tool,
})

/** A piece of a context. One without a title is a whole imported context. */
function pieceSection(piece: ContextPiece): DetailsSection {
  const call = callIn(piece)
  if (call) return callSection(call)
  const path = contentPath(piece)
  return { title: piece.title || 'Context', text: piece.text, ...(path ? { path } : {}) }
}

async function turnDetails(db: Db, ownerId: string, turnId: string): Promise<FoundNode | null> {
  const row = await turnInFull(db, ownerId, turnId)
  if (!row) return null
  const [{ turn }, uses] = await Promise.all([
    nodesOfTurn(db, ownerId, turnId),
    toolUses(db, ownerId, [{ id: turnId, attempt: row.attempt }]),
  ])
  const tools = (uses.get(turnId) ?? []).map(callMade).map(callSection)
  return complete(turn, [...saidSections(row), ...tools])
}

async function contextDetails(db: Db, ownerId: string, contextId: string): Promise<FoundNode | null> {
  const read = await readPieces(db, ownerId, { contextId })
  if (!read) return null
  const { turnId, droppedAt } = read.row
  const { context } = await nodesOfTurn(db, ownerId, turnId)
  const full = droppedAt ? section('Context', droppedWords(droppedAt)) : read.pieces.map(pieceSection)
  return complete(context, [...full, ...section('Summary', read.summary ?? '')])
}

const summarySections = (row: Awaited<ReturnType<typeof summaryInFull>>) => [
  ...section('Summary', row?.text ?? ''),
  ...section('Insights', insightList(row?.insights)),
]

async function summaryDetails(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const found = await findContext(db, ownerId, { contextId: id.replace(/^sum_/, '') })
  if (!found) return null
  const { summary } = await nodesOfTurn(db, ownerId, found.turn.id)
  const node = summary?.id === nodeId('summary', id) ? summary : undefined
  return complete(node, summarySections(await summaryInFull(db, ownerId, id)))
}

async function strategyDetails(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const [row, full] = await Promise.all([strategyNode(db, ownerId, id), strategyInFull(db, ownerId, id)])
  if (!row || !full) return null
  const turns = await turnNodeRows(db, ownerId, [...new Set([...row.taught, ...row.cited])])
  const [node] = strategyNodes({ nodes: withTurns([row], turns), links: [] })
  const sections = [...section('What to do', full.content), ...section('When', full.description)]
  return complete(node, sections, { strategy: full.slug })
}

const { fileHeadChars } = limits.graph
/** Touches of a file that are read, the newest. */
const TOUCHES = 100

async function rollUpDetails(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const [full, row] = await Promise.all([summaryInFull(db, ownerId, id), rollUpById(db, ownerId, id)])
  if (!full || !row) return null
  const [node] = await loadGraphNodes(db, ownerId, { ...NO_PARTS, rollUps: [row] })
  return complete(node, summarySections(full))
}

/** A file after its latest touch, on any branch. */
async function fileDetails(db: Db, ownerId: string, conversationId: string, path: string) {
  const history = await fileHistory(db, ownerId, conversationId, path, TOUCHES)
  const [newest] = history
  if (!newest) return null
  const [text, rows] = await Promise.all([
    storedFileText(db, ownerId, newest.toHash),
    turnNodeRows(db, ownerId, [...new Set(history.map((touch) => touch.turnId))]),
  ])
  const touches = history.map(({ turnId, op, tokens }) => ({ turnId, path, op, tokens }))
  const nodes = await loadGraphNodes(db, ownerId, { ...NO_PARTS, turns: rows, touches })
  const node = nodes.find(({ kind }) => kind === 'file')
  const head = text.length > fileHeadChars ? `${text.slice(0, fileHeadChars)}\n... (truncated)` : text
  const sections = section('Content', head).map((content) => ({ ...content, path }))
  return complete(node, sections, { turnId: newest.turn.id })
}

async function stated(db: Db, ownerId: string, facts: readonly Fact[]) {
  return statedIn(facts, await turnNodeRows(db, ownerId, [...new Set(facts.flatMap(turnsStating))]))
}

async function factDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const all = await factsFor(everywhere(db, ownerId))
  const fact = all.find(({ statements }) => statements.some(({ id }) => id === ref))
  if (!fact) return null
  const others = all.filter((other) => other === fact.before || other.before === fact)
  const found = await stated(db, ownerId, [fact, ...others])
  const { object, quote, subject } = latest(fact)
  const [node] = factNodes(found.filter((one) => one.fact === fact))
  const sections = [...section('Value', object), ...section('In your words', quote ?? '')]
  return complete(node, sections, {
    subject,
    validity: { from: sinceOf(fact), until: fact.until?.toISOString() ?? null },
    linked: found.flatMap((one) => {
      const [node] = one.fact === fact ? [] : factNodes([one])
      const [newer, older] = one.fact === fact.before ? [fact, one.fact] : [one.fact, fact]
      return node ? [{ edge: edge('supersedes', factId(newer), factId(older), 1), node }] : []
    }),
  })
}

async function entityDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  if (ref.startsWith(NAME_MARK)) return nameDetails(db, ownerId, ref)
  const all = await factsFor(everywhere(db, ownerId))
  const own = all.filter((fact) => latest(fact).subjectId === ref)
  const facts = await stated(db, ownerId, own)
  const [first] = facts
  const node = factNodes(facts).find(({ kind }) => kind === 'entity')
  if (!first || !node) return null
  const held = facts.filter(({ fact }) => fact.until === null).map(({ fact }) => latest(fact))
  const now = held.map(({ predicate, object }) => `${predicate} ${object}`).join('\n')
  return complete(node, section('Now', now), { subject: latest(first.fact).subject })
}

const MESSAGES = 12

/** What a topic is about, with its newest messages: of its largest conversations equally many. */
async function topicDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const { topics, shares } = await shownTopics(db, ownerId)
  const topic = topics.find(({ id }) => id === topicIdOf(ref))
  if (!topic) return null
  const of = shares.filter(({ topicId }) => topicId === topic.id)
  const ids = most(of, MESSAGES, ({ turns }) => turns).map(({ conversationId }) => conversationId)
  const newest = await turnsOfTopic(db, ownerId, topic.id, ids, Math.ceil(MESSAGES / ids.length), null)
  const turnIds = newest.map(({ id }) => id)
  const turns = await turnNodeRows(db, ownerId, turnIds)
  const nodes = await loadGraphNodes(db, ownerId, { ...NO_PARTS, turns })
  const said = most(nodes, MESSAGES, ({ at }) => Date.parse(at))
  return complete(topicNodeOf(topic), section('Words', topic.words.join(', ')), {
    linked: said.map((node) => ({ edge: edge('holds', topicNode(topic.id), node.id, 1), node })),
  })
}

async function conversationDetails(db: Db, ownerId: string, id: string): Promise<FoundNode | null> {
  const [[lane], between] = await Promise.all([laneRows(db, ownerId, id), ribbons(db, ownerId, [id])])
  if (!lane) return null
  return complete(conversationNodeOf(lane, lane.turns, warmthOfRibbons(between).get(id)), [])
}

async function nameDetails(db: Db, ownerId: string, ref: string): Promise<FoundNode | null> {
  const { topics, names } = await shownTopics(db, ownerId)
  const ids = new Set(topics.flatMap(({ id }) => id ?? []))
  const all = await tyingEntities(db, ownerId, names, ids)
  const found = all.find(({ id }) => id === namedId(ref.slice(1)))
  return found ? complete(entityNode(found), []) : null
}
