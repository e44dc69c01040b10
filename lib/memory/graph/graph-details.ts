import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { contentPath } from '@/lib/db/memory/context-parts'
import { findContext } from '@/lib/db/memory/contexts'
import { contextRows, turnRows, turnSummaryRows } from '@/lib/db/memory/graph'
import { type RecallRow, recallRows, touchRows } from '@/lib/db/memory/graph-links'
import { summaryInFull, titleOf, turnInFull } from '@/lib/db/memory/graph-nodes'
import { importOf } from '@/lib/db/memory/outside'
import { citedBy } from '@/lib/db/turns/citations'
import { namesOf, titlesOf } from '@/lib/db/turns/conversations'
import { toolUses } from '@/lib/db/turns/turn-texts'
import { limits } from '@/lib/shared/limits'
import {
  type DetailsSection,
  fileId,
  type GraphNode,
  type GraphNodeDetails,
  nodeId,
  parseNodeId,
} from '@/lib/shared/memory/graph'
import { droppedWords } from '@/lib/shared/memory/retention'
import { speakerNamed } from '@/lib/shared/speakers'
import { type TurnMessage, turnMessageSchema } from '@/lib/shared/turn/messages'
import { UNTITLED } from '@/lib/shared/untitled'
import { type ContextPieces, readPieces } from '../context/context'
import { callIn, callMade } from '../context/tool-piece'
import { conversationDetails, nameDetails, topicDetails } from '../map/map-details'
import { NAME_MARK } from '../map/tying-entities'
import { complete, insightList, type Related, related, section } from './graph-detail'
import { entityDetails, factDetails, factsOfTurn } from './graph-details-facts'
import { strategiesOfTurn, strategyDetails } from './graph-details-strategies'
import { fileDetails, rollUpDetails } from './graph-details-wide'
import { nodesOf } from './graph-nodes'
import { NO_PARTS } from './graph-parts'

type Said = { userText: string; answer: string; messages: unknown }
const HEADINGS = { user: 'User message', assistant: 'Answer' } as const

/** The message and answer of a turn, or for an import with names each message under its speaker. */
function saidSections({ userText, answer, messages }: Said): { title: string; text: string }[] {
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

const { related: MOST } = limits.graph

/** Everything about one node; null if it does not exist or belongs to another user. */
export async function loadNode(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const details = await detailsOf(db, ownerId, id)
  const turnId = details?.links.turnId
  if (!turnId) return details
  const { conversationId } = details.links
  const [imported, cited, names] = await Promise.all([
    importOf(db, ownerId, turnId),
    citedBy(db, ownerId, [{ id: turnId }]),
    namesOf(db, ownerId, [conversationId]),
  ])
  const client = names.get(conversationId)?.client
  return {
    ...details,
    ...(imported ? { imported } : {}),
    ...(client ? { client } : {}),
    cited: cited.get(turnId) ?? [],
  }
}

async function detailsOf(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const ref = parseNodeId(id)
  switch (ref?.kind) {
    case 'topic':
      return topicDetails(db, ownerId, ref.ref)
    case 'conversation':
      return conversationDetails(db, ownerId, ref.ref)
    case 'turn':
      return turnDetails(db, ownerId, ref.ref)
    case 'context':
      return contextDetails(db, ownerId, ref.ref)
    case 'summary':
      return summaryDetails(db, ownerId, ref.ref)
    case 'roll-up':
      return rollUpDetails(db, ownerId, ref.ref)
    case 'file':
      return fileDetails(db, ownerId, ref.conversationId, ref.path)
    case 'fact':
      return factDetails(db, ownerId, ref.ref)
    case 'entity':
      return ref.ref.startsWith(NAME_MARK)
        ? nameDetails(db, ownerId, ref.ref)
        : entityDetails(db, ownerId, ref.ref)
    case 'strategy':
      return strategyDetails(db, ownerId, ref.ref)
    default:
      return null
  }
}

/** The nodes of one turn. */
async function nodesOfTurn(
  db: Db,
  ownerId: string,
  turnId: string,
): Promise<{ turn?: GraphNode; context?: GraphNode; summary?: GraphNode }> {
  const [turns, contexts] = await Promise.all([
    turnRows(db, ownerId, [turnId]),
    contextRows(db, ownerId, [turnId]),
  ])
  const contextIds = contexts.map((context) => context.id)
  const summaries = await turnSummaryRows(db, ownerId, contextIds)
  const nodes = await nodesOf(db, ownerId, { ...NO_PARTS, turns, contexts, summaries })
  return Object.fromEntries(nodes.map((node) => [node.kind, node]))
}

const link = (
  kind: Related['kind'],
  direction: Related['direction'],
  node: GraphNode | undefined,
): Related[] =>
  node
    ? [related(kind, direction, node.id, node.kind === 'turn' ? `Message ${node.turnNumber}` : node.label)]
    : []

function foundLabel({ node, toNumber }: RecallRow): string {
  const ref = parseNodeId(node)
  if (ref?.kind === 'file') return ref.path
  if (ref?.kind === 'turn') return `Message ${toNumber}`
  return ref?.kind === 'roll-up' ? `Roll-up up to message ${toNumber}` : `Summary of message ${toNumber}`
}

async function recallLinks(db: Db, ownerId: string, turnId: string): Promise<Related[]> {
  const rows = (await recallRows(db, ownerId, [turnId])).slice(0, MOST)
  const isAbroad = (row: RecallRow) => row.fromConversation !== row.toConversation
  const conversations = rows.filter(isAbroad).flatMap((row) => [row.fromConversation, row.toConversation])
  const titles = await titlesOf(db, ownerId, [...new Set(conversations)])
  return rows.map((row) => {
    const out = row.from === turnId
    const title = isAbroad(row) ? titles.get(out ? row.toConversation : row.fromConversation) : undefined
    return {
      kind: 'recalled',
      direction: out ? 'out' : 'in',
      node: out ? row.node : nodeId('turn', row.from),
      label: out ? foundLabel(row) : `Message ${row.fromNumber}`,
      score: row.score,
      ...(title === undefined ? {} : { conversation: title || UNTITLED }),
    }
  })
}

const callSection = ({ result, ...tool }: ReturnType<typeof callMade>): DetailsSection => ({
  title: tool.name,
  text: result,
  tool,
})

/** A piece of a context. One without a title is a whole imported context. */
function pieceSection(piece: ContextPieces[number]): DetailsSection {
  const call = callIn(piece)
  if (call) return callSection(call)
  const path = contentPath(piece)
  return { title: piece.title || 'Context', text: piece.text, ...(path ? { path } : {}) }
}

async function turnDetails(db: Db, ownerId: string, turnId: string): Promise<GraphNodeDetails | null> {
  const row = await turnInFull(db, ownerId, turnId)
  if (!row) return null
  const [{ turn, context, summary }, recalls, touches, uses, facts, strategies] = await Promise.all([
    nodesOfTurn(db, ownerId, turnId),
    recallLinks(db, ownerId, turnId),
    touchRows(db, ownerId, [turnId]),
    toolUses(db, ownerId, [{ id: turnId, attempt: row.attempt }]),
    factsOfTurn(db, ownerId, turnId),
    strategiesOfTurn(db, ownerId, turnId),
  ])
  const tools = (uses.get(turnId) ?? []).map(callMade).map(callSection)
  const files = touches.map(({ path }) => related('touched', 'out', fileId(row.conversationId, path), path))
  return complete(turn, {
    conversationTitle: row.conversation.title,
    sections: [...saidSections(row), ...tools],
    related: [
      ...link('snapshot', 'out', context),
      ...link('summarises', 'in', summary),
      ...facts,
      ...strategies,
      ...recalls,
      ...files,
    ].slice(0, MOST),
  })
}

async function contextDetails(db: Db, ownerId: string, contextId: string): Promise<GraphNodeDetails | null> {
  const read = await readPieces(db, ownerId, { contextId })
  if (!read) return null
  const { turnId, droppedAt } = read.row
  const [{ turn, context, summary }, recalls] = await Promise.all([
    nodesOfTurn(db, ownerId, turnId),
    recallLinks(db, ownerId, turnId),
  ])
  const conversationTitle = (turn && (await titleOf(db, ownerId, turn.conversationId))) ?? ''
  const full = droppedAt ? section('Context', droppedWords(droppedAt)) : read.pieces.map(pieceSection)
  const sections = [...full, ...section('Summary', read.summary ?? '')]
  return complete(context, {
    conversationTitle,
    sections,
    related: [...link('snapshot', 'in', turn), ...link('summarises', 'in', summary), ...recalls].slice(
      0,
      MOST,
    ),
  })
}

async function summaryDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const found = await findContext(db, ownerId, { contextId: id.replace(/^sum_/, '') })
  if (!found) return null
  const { turn, summary, context } = await nodesOfTurn(db, ownerId, found.turn.id)
  const row = await summaryInFull(db, ownerId, id)
  return complete(summary?.id === nodeId('summary', id) ? summary : undefined, {
    conversationTitle: row?.conversation.title ?? '',
    sections: [...section('Summary', row?.text ?? ''), ...section('Insights', insightList(row?.insights))],
    related: [...link('summarises', 'out', turn), ...link('snapshot', 'out', context)],
  })
}
