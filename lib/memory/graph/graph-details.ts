import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { contentPath } from '@/lib/db/memory/context-parts'
import { findContext } from '@/lib/db/memory/contexts'
import { contextRows, turnRows, turnSummaryRows } from '@/lib/db/memory/graph'
import { summaryInFull, titleOf, turnInFull } from '@/lib/db/memory/graph-nodes'
import { importOf } from '@/lib/db/memory/outside'
import { citedBy } from '@/lib/db/turns/citations'
import { namesOf } from '@/lib/db/turns/conversations'
import { toolUses } from '@/lib/db/turns/turn-texts'
import {
  type DetailsSection,
  type GraphNode,
  type GraphNodeDetails,
  nodeId,
  parseNodeId,
} from '@/lib/shared/memory/graph'
import { droppedWords } from '@/lib/shared/memory/retention'
import { speakerNamed } from '@/lib/shared/speakers'
import { type TurnMessage, turnMessageSchema } from '@/lib/shared/turn/messages'
import { type ContextPieces, readPieces } from '../context/context'
import { callIn, callMade } from '../context/tool-piece'
import { conversationDetails, nameDetails, topicDetails } from '../map/map-details'
import { NAME_MARK } from '../map/tying-entities'
import { complete, insightList, section } from './graph-detail'
import { entityDetails, factDetails } from './graph-details-facts'
import { strategyDetails } from './graph-details-strategies'
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

/** Everything about one node; null if it does not exist or belongs to another user. */
export async function loadNode(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const details = await detailsOf(db, ownerId, id)
  if (!details?.turnId) return details
  const { turnId } = details
  const { conversationId } = details.node
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
  const [{ turn }, uses] = await Promise.all([
    nodesOfTurn(db, ownerId, turnId),
    toolUses(db, ownerId, [{ id: turnId, attempt: row.attempt }]),
  ])
  const tools = (uses.get(turnId) ?? []).map(callMade).map(callSection)
  return complete(turn, {
    conversationTitle: row.conversation.title,
    sections: [...saidSections(row), ...tools],
  })
}

async function contextDetails(db: Db, ownerId: string, contextId: string): Promise<GraphNodeDetails | null> {
  const read = await readPieces(db, ownerId, { contextId })
  if (!read) return null
  const { turnId, droppedAt } = read.row
  const { turn, context } = await nodesOfTurn(db, ownerId, turnId)
  const conversationTitle = (turn && (await titleOf(db, ownerId, turn.conversationId))) ?? ''
  const full = droppedAt ? section('Context', droppedWords(droppedAt)) : read.pieces.map(pieceSection)
  return complete(context, {
    conversationTitle,
    sections: [...full, ...section('Summary', read.summary ?? '')],
  })
}

async function summaryDetails(db: Db, ownerId: string, id: string): Promise<GraphNodeDetails | null> {
  const found = await findContext(db, ownerId, { contextId: id.replace(/^sum_/, '') })
  if (!found) return null
  const { summary } = await nodesOfTurn(db, ownerId, found.turn.id)
  const row = await summaryInFull(db, ownerId, id)
  return complete(summary?.id === nodeId('summary', id) ? summary : undefined, {
    conversationTitle: row?.conversation.title ?? '',
    sections: [...section('Summary', row?.text ?? ''), ...section('Insights', insightList(row?.insights))],
  })
}
