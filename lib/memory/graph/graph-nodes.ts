import type { Db } from '@/lib/db/engine/client'
import {
  type contextRows,
  datesAt,
  type rollUpRows,
  type TurnNodeRow,
  type touchRows,
  type turnSummaryRows,
} from '@/lib/db/memory/graph'
import {
  fileId,
  type GraphNode,
  type GraphNodeDetails,
  NODE_KINDS,
  type NodeKind,
  nodeId,
} from '@/lib/shared/memory/graph'
import { factNodes, type GraphFact } from './graph-facts'
import { type GraphStrategies, NO_STRATEGIES, strategyNodes } from './graph-strategies'

export type GraphParts = {
  turns: TurnNodeRow[]
  contexts: Awaited<ReturnType<typeof contextRows>>
  summaries: Awaited<ReturnType<typeof turnSummaryRows>>
  rollUps: Awaited<ReturnType<typeof rollUpRows>>
  touches: Awaited<ReturnType<typeof touchRows>>
  facts: GraphFact[]
  strategies: GraphStrategies
}

export const NO_PARTS: GraphParts = {
  ...{ turns: [], contexts: [], summaries: [], rollUps: [], touches: [], facts: [] },
  strategies: NO_STRATEGIES,
}

/** For nodes that belong to no single turn. */
const OF_MANY = { turnId: null, level: 0, branchId: null, status: '' } as const
const ORDER = new Map(NODE_KINDS.map((kind, i) => [kind, i]))

/** The nodes of the rows, ordered by number and kind. */
export async function nodesOf(db: Db, ownerId: string, parts: GraphParts): Promise<GraphNode[]> {
  const ends = parts.rollUps.map(({ branchId, to }) => ({ branchId, number: to }))
  const dates = await datesAt(db, ownerId, ends)
  const turnOf = new Map(parts.turns.map((turn) => [turn.id, turn]))
  const contextTurn = new Map(parts.contexts.map((context) => [context.id, turnOf.get(context.turnId)]))
  const nodes: GraphNode[] = []
  type Shown = Pick<TurnNodeRow, 'id' | 'label' | 'tokens' | 'status'>
  const add = (kind: NodeKind, turn: TurnNodeRow, { id, label, tokens, status }: Shown) => {
    const { id: turnId, conversationId, branchId, number, at } = turn
    const numbers = { turnNumber: number, from: number, to: number }
    const place = { conversationId, turnId, ...numbers, level: 0, branchId, at, count: 1 }
    nodes.push({ ...place, id: nodeId(kind, id), kind, label, tokens, status })
  }
  for (const turn of parts.turns) add('turn', turn, turn)
  for (const one of parts.contexts) {
    const turn = contextTurn.get(one.id)
    if (turn) add('context', turn, { ...one, label: `Context of message ${turn.number}`, status: '' })
  }
  for (const one of parts.summaries) {
    const turn = contextTurn.get(one.contextId)
    if (turn) add('summary', turn, one)
  }
  for (const { id, conversationId, branchId, level, from, to, label, tokens, status } of parts.rollUps) {
    const at = dates.get(`${branchId} ${to}`) ?? ''
    nodes.push({
      ...{ id: nodeId('roll-up', id), kind: 'roll-up', label, conversationId, turnId: null, turnNumber: to },
      ...{ from, to, level, branchId, tokens, at, status, count: to - from + 1 },
    })
  }
  nodes.push(...fileNodes(parts, turnOf), ...factNodes(parts.facts), ...strategyNodes(parts.strategies))
  return nodes.sort(
    (a, b) =>
      a.turnNumber - b.turnNumber ||
      (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0) ||
      a.level - b.level ||
      (a.id < b.id ? -1 : 1),
  )
}

function fileNodes(parts: GraphParts, turnOf: Map<string, TurnNodeRow>): GraphNode[] {
  const files = new Map<string, GraphNode>()
  for (const { turnId, path, op, tokens } of parts.touches) {
    const turn = turnOf.get(turnId)
    if (!turn) continue
    const id = fileId(turn.conversationId, path)
    const known = files.get(id)
    const last = !known || turn.number >= known.turnNumber
    const newest = last ? { turnNumber: turn.number, tokens, at: turn.at, status: op } : known
    files.set(id, {
      ...OF_MANY,
      ...{ id, kind: 'file', label: path, conversationId: turn.conversationId, ...newest },
      from: Math.min(turn.number, known?.from ?? turn.number),
      to: Math.max(turn.number, known?.to ?? turn.number),
      count: (known?.count ?? 0) + 1,
    })
  }
  return [...files.values()]
}

/** A node with its texts, without what all nodes of a turn or a conversation have. */
export type FoundNode = Omit<GraphNodeDetails, 'conversationTitle'>

/** A text with its heading; nothing if it is empty. */
export const section = (title: string, text: string) => (text ? [{ title, text }] : [])

export const insightList = (insights: unknown) =>
  Array.isArray(insights) ? insights.map((insight) => `- ${insight}`).join('\n') : ''

export const complete = (node: GraphNode | undefined, details: Omit<FoundNode, 'node' | 'turnId'>) =>
  node ? { node, turnId: node.turnId, ...details } : null
