import type { Db } from '@/lib/db/engine/client'
import {
  type contextRows,
  datesAt,
  type RecallRow,
  recallRows,
  type rollUpRows,
  type TurnNodeRow,
  type touchRows,
  type turnSummaryRows,
} from '@/lib/db/memory/graph'
import { branchPaths } from '@/lib/db/turns/active-path'
import { type BranchPath, pathLimits } from '@/lib/db/turns/path'
import { OF_MANY } from '@/lib/memory/map/map-nodes'
import { isInRange } from '@/lib/memory/summaries/summary-text'
import {
  type EdgeKind,
  edgeId,
  fileId,
  type GraphEdge,
  type GraphNode,
  type GraphNodeDetails,
  NODE_KINDS,
  type NodeKind,
  nodeId,
} from '@/lib/shared/memory/graph'
import {
  entityId,
  factId,
  factNodes,
  type GraphFact,
  type GraphStrategies,
  NO_STRATEGIES,
  strategyId,
  strategyNodes,
} from './graph-facts'

type GraphParts = {
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

const ORDER = new Map(NODE_KINDS.map((kind, i) => [kind, i]))

/** The nodes of the rows, ordered by number and kind. */
export async function loadGraphNodes(db: Db, ownerId: string, parts: GraphParts): Promise<GraphNode[]> {
  const ends = parts.rollUps.map(({ branchId, to }) => ({ branchId, number: to }))
  const dates = await datesAt(db, ownerId, ends)
  const turnOf = new Map(parts.turns.map((turn) => [turn.id, turn]))
  const contextTurn = new Map(parts.contexts.map((context) => [context.id, turnOf.get(context.turnId)]))
  const nodes: GraphNode[] = []
  type NodeLabel = Pick<TurnNodeRow, 'id' | 'label' | 'tokens' | 'status'>
  const add = (kind: NodeKind, turn: TurnNodeRow, { id, label, tokens, status }: NodeLabel) => {
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

export const complete = (
  node: GraphNode | undefined,
  sections: FoundNode['sections'],
  more: Partial<FoundNode> = {},
): FoundNode | null => (node ? { node, turnId: node.turnId, sections, ...more } : null)

/** Collects each edge once and adds up duplicates. Edges to hidden nodes are left out. */
class EdgeList {
  private readonly edges = new Map<string, GraphEdge>()
  constructor(private readonly shown: ReadonlySet<string>) {}

  add(kind: EdgeKind, from: string, to: string | null, score: number | null = null, count = 1) {
    if (to === null || from === to || !this.shown.has(from) || !this.shown.has(to)) return
    const id = edgeId(kind, from, to)
    const known = this.edges.get(id)
    const best =
      known?.score != null && score != null ? Math.max(known.score, score) : (score ?? known?.score ?? null)
    this.edges.set(id, { id, kind, from, to, score: best, count: count + (known?.count ?? 0) })
  }

  sorted = () => [...this.edges.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function graphEdges(db: Db, ownerId: string, parts: GraphParts, shown: ReadonlySet<string>) {
  const edges = new EdgeList(shown)

  chain(edges, parts)
  for (const { id, turnId } of parts.contexts)
    edges.add('snapshot', nodeId('turn', turnId), nodeId('context', id))
  const turnOfContext = new Map(parts.contexts.map((context) => [context.id, context.turnId]))
  for (const { id, contextId } of parts.summaries)
    edges.add('summarises', nodeId('summary', id), nodeId('turn', turnOfContext.get(contextId) ?? ''))
  const conversationOf = new Map(parts.turns.map((turn) => [turn.id, turn.conversationId]))
  for (const { turnId, path } of parts.touches)
    edges.add('touched', nodeId('turn', turnId), fileId(conversationOf.get(turnId) ?? '', path))
  facts(edges, parts)
  strategies(edges, parts)
  const rolledUp = new Set(parts.rollUps.map((rollUp) => rollUp.conversationId))
  const branches = await branchPaths(db, ownerId, [...rolledUp])
  rollUps(edges, parts, new Map(branches.map(({ id, path }) => [id, path])))
  const turnIds = parts.turns.map((turn) => turn.id)
  recalls(edges, await recallRows(db, ownerId, turnIds), shown)
  return edges.sorted()
}

function chain(edges: EdgeList, { turns }: GraphParts) {
  const branchOf = new Map(turns.map((turn) => [turn.id, turn.branchId]))
  for (const { id, parentId, branchId } of turns) {
    if (!parentId) continue
    const isSame = (branchOf.get(parentId) ?? branchId) === branchId
    edges.add(isSame ? 'next' : 'branch', nodeId('turn', parentId), nodeId('turn', id))
  }
}

/** A roll-up points to its visible sources: the level below on its path, or summaries of turns. */
function rollUps(edges: EdgeList, { rollUps, summaries }: GraphParts, paths: Map<string, BranchPath>) {
  for (const rollUp of rollUps) {
    const limits = pathLimits(paths.get(rollUp.branchId) ?? [[rollUp.branchId, rollUp.to]])
    const from = nodeId('roll-up', rollUp.id)
    const parts = rollUp.level === 1 ? summaries : rollUps
    const below = parts.filter(({ level }) => level === rollUp.level - 1)
    for (const part of below)
      if (isInRange(part, rollUp) && part.to <= (limits.get(part.branchId) ?? 0))
        edges.add('rolls-up', from, nodeId(part.level ? 'roll-up' : 'summary', part.id))
  }
}

function facts(edges: EdgeList, { facts }: GraphParts) {
  for (const { fact, turns } of facts) {
    for (const turn of turns) edges.add('states', nodeId('turn', turn.id), factId(fact))
    edges.add('about', factId(fact), entityId(fact))
    edges.add('supersedes', factId(fact), fact.before && factId(fact.before))
  }
}

function strategies(edges: EdgeList, { strategies: { nodes, links } }: GraphParts) {
  for (const strategy of nodes) {
    for (const turn of strategy.taught) edges.add('taught', nodeId('turn', turn.id), strategyId(strategy))
    for (const turn of strategy.cited) edges.add('cited', nodeId('turn', turn.id), strategyId(strategy))
  }
  for (const { from, to, relation } of links)
    edges.add(relation, nodeId('strategy', from), nodeId('strategy', to))
}

function recalls(edges: EdgeList, rows: RecallRow[], shown: ReadonlySet<string>) {
  const counted = new Set<string>()
  for (const row of rows) {
    const asker = nodeId('turn', row.from)
    const turn = nodeId('turn', row.to)
    const found = shown.has(row.node) ? row.node : turn
    // An answer that recalled a turn and its summary counts once.
    const answer = `${row.from} ${found}`
    edges.add('recalled', asker, found, row.score, counted.has(answer) ? 0 : 1)
    counted.add(answer)
  }
}
