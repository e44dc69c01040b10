import { z } from 'zod'
import { namesIn } from '@/lib/shared/pick'
import type { CitedTurn } from '../dto'
import { LINK_RELATIONS } from '../learning/strategies'
import { limits } from '../limits'
import { idSchema } from '../schemas'
import { textSchema } from '../text'
import type { Imported } from '../transfer/transfer'

export const NODE_KINDS = namesIn('topic conversation turn context summary roll-up file fact entity strategy')
export type NodeKind = (typeof NODE_KINDS)[number]
/**
 * - `holds`: topic -> a conversation that speaks of it
 * - `ties`: topic -> another topic, or entity -> a topic, with what they share
 * - `next`: turn -> the turn after it
 * - `branch`: the same, where a branch starts
 * - `snapshot`: turn -> its context
 * - `summarises`: summary -> its turn
 * - `rolls-up`: roll-up -> what it summarises
 * - `recalled`: turn -> the turn, file or summary it recalled, with a score
 * - `touched`: turn -> file
 * - `states`: turn -> fact
 * - `about`: fact -> the entity that is its subject
 * - `supersedes`: fact -> the earlier value that it replaced
 * - `taught`: turn -> the strategy that was learned from it
 * - `cited`: turn -> the strategy that its answer cites
 * - `duplicate_of`, `contradicts`, `refines`, `entails`: strategy -> another strategy
 */
export const EDGE_KINDS = [
  ...namesIn(
    'holds ties next branch snapshot summarises rolls-up recalled touched states about supersedes taught cited',
  ),
  ...LINK_RELATIONS,
]
export type EdgeKind = (typeof EDGE_KINDS)[number]

/** `KIND:REF`. REF is a row's id, or `CONVERSATION:PATH` for a file. */
export const nodeIdSchema = textSchema(400).min(1)

/**
 * A place on the memory map. Nothing: all topics (level 1). A topic: its conversations, facts and strategies
 * (2). A conversation: its turns, those of the topic only if one is given (3). A turn: its parts and links
 * (4). What is of the `period` comes first where there is no room for all.
 */
export const mapQuerySchema = z.strictObject({
  topicId: idSchema.optional(),
  conversationId: idSchema.optional(),
  turnId: idSchema.optional(),
  period: z.strictObject({ since: z.iso.datetime(), until: z.iso.datetime() }).optional(),
})
export type MapQuery = z.input<typeof mapQuerySchema>

export type GraphNode = {
  id: string
  kind: NodeKind
  label: string
  conversationId: string
  /**
   * The turn it belongs to: the first one that states a fact or taught a strategy; null for what is of many
   * turns, or of none in the graph.
   */
  turnId: string | null
  /** Its turn on the time axis: its own, the last one it covers, or the last one that touched it. */
  turnNumber: number
  /** The turn numbers it covers; twice the same for a single turn. */
  from: number
  to: number
  /** Level of a roll-up, from 1; else 0. */
  level: number
  branchId: string | null
  tokens: number
  at: string
  /**
   * Status of a turn or a summary (extractive, fallback, model, stale), the last operation on a file, or
   * `superseded` for a fact, `quarantined` or `retired` for a strategy; else ''.
   */
  status: string
  /**
   * Turns of a topic, a conversation or a strategy, touches of a file, turns that state a fact, or facts of an
   * entity; else 1.
   */
  count: number
  /**
   * The topic that gives its colour: `hue` is the topic's number, from 0; it stays when topics are made
   * again.
   */
  topicId?: string
  hue?: number
  /** How many answers recalled it, and when the last one did. */
  recalls?: number
  recalledAt?: string
  /** The place on the map that the server keeps, in graph units: topics only. */
  x?: number
  y?: number
}

export type GraphEdge = {
  id: string
  kind: EdgeKind
  from: string
  to: string
  /** Best score of a recall; else null. */
  score: number | null
  /** How many links of this kind it stands for: of a recall the answers, of a tie the turns. */
  count: number
}

/** `attempts` = turns that are another attempt at one, on another branch. */
export type GraphTotals = { conversations: number; turns: number; attempts?: number }
export type GraphDto = {
  conversations: { id: string; title: string }[]
  nodes: GraphNode[]
  edges: GraphEdge[]
}

/**
 * A level of the memory map. `path` leads to it from level 1, itself included. `topics` = whether they are
 * made: `few` = too little is remembered yet, so the conversations are the islands. `left` = what the
 * level has no room for.
 */
export type MapDto = GraphDto & {
  level: 1 | 2 | 3 | 4
  path: { kind: 'topic' | 'conversation' | 'turn'; id: string; label: string }[]
  topics: { state: 'ready' | 'making' | 'few' }
  total: GraphTotals
  left: { conversations: number; turns: number }
  /** Where the person put islands and names: on level 1 alone. */
  moved?: GraphPosition[]
}

/** A tool call that a turn made. */
export type ToolCallMade = { name: string; ok: boolean; args: Record<string, unknown> }
/** A full text with its heading. `path`: it is the content of this file. `tool`: this call returned it. */
export type DetailsSection = { title: string; text: string; path?: string; tool?: ToolCallMade }

/** A memory in full. `turnId`: the turn to show in the chat, the last one of a file. */
export type GraphNodeDetails = {
  node: GraphNode
  conversationTitle: string
  sections: DetailsSection[]
  turnId: string | null
  /** What the answer of its turn cites. */
  cited?: CitedTurn[]
  /** Where its turn came from. */
  imported?: Imported
  /** The program that brought its turn. */
  client?: string
  /** The subject of a fact, or an entity's name. */
  subject?: string
  /** The slug of a strategy. */
  strategy?: string
  /** When a fact became true; `until` = when another value replaced it. */
  validity?: { from: string; until: string | null }
  /**
   * What may be on no level with it: the values that a fact replaced and that replaced it, the newest messages of a
   * topic.
   */
  linked?: { edge: GraphEdge; node: GraphNode }[]
}

/** Where a node is put by hand. A file gets no place: its id is its name, which may be forgotten. */
export const positionSchema = z.strictObject({
  node: nodeIdSchema.refine((id) => !id.startsWith('file:')),
  x: z.number().min(-1e9).max(1e9),
  y: z.number().min(-1e9).max(1e9),
})
export type GraphPosition = z.infer<typeof positionSchema>
export const positionsSchema = z.array(positionSchema).min(1).max(limits.graph.movedNodes)

export const nodeId = (kind: NodeKind, ref: string) => `${kind}:${ref}`
export const edgeId = (kind: EdgeKind, from: string, to: string) => `${kind} ${from} ${to}`
export const fileId = (conversationId: string, path: string) => nodeId('file', `${conversationId}:${path}`)

export type NodeRef =
  | { kind: Exclude<NodeKind, 'file'>; ref: string }
  | { kind: 'file'; conversationId: string; path: string }
const NODE_ID = new RegExp(`^(?:(${NODE_KINDS.join('|')}):)?(.+)$`, 's')
/** What a node id refers to. A bare id is a turn's. Null for anything else. */
export function parseNodeId(id: string): NodeRef | null {
  const [, kind = 'turn', ref = ''] = NODE_ID.exec(id) ?? []
  if (kind === 'file') {
    const [, conversationId, path] = /^([\w-]+):(.+)$/s.exec(ref) ?? []
    return conversationId && path ? { kind, conversationId, path } : null
  }
  return ref ? { kind: kind as Exclude<NodeKind, 'file'>, ref } : null
}
