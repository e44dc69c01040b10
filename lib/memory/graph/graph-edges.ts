import type { Db } from '@/lib/db/engine/client'
import { type RecallRow, recallRows } from '@/lib/db/memory/graph'
import { branchPaths } from '@/lib/db/turns/branches'
import { type BranchPath, pathLimits } from '@/lib/db/turns/path'
import { within } from '@/lib/memory/summaries/summary-text'
import { type EdgeKind, edgeId, fileId, type GraphEdge, nodeId } from '@/lib/shared/memory/graph'
import { entityId, factId } from './graph-facts'
import type { GraphParts } from './graph-nodes'
import { strategyId } from './graph-strategies'

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
      if (within(part, rollUp) && part.to <= (limits.get(part.branchId) ?? 0))
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
