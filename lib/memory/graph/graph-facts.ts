import type { TurnNodeRow } from '@/lib/db/memory/graph'
import type { StrategyLinkRow, StrategyNodeRow } from '@/lib/db/memory/graph-strategies'
import { type Fact, heldSince, latest } from '@/lib/memory/facts/timeline'
import { limits } from '@/lib/shared/limits'
import { isOfSample, shownFact, shownSubject } from '@/lib/shared/memory/facts'
import { type GraphNode, nodeId } from '@/lib/shared/memory/graph'

/** A fact with the turns of the graph that state it, oldest first. */
export type GraphFact = { fact: Fact; turns: [TurnNodeRow, ...TurnNodeRow[]] }

/** Follows from the first statement, so that a fact keeps its place when it is said again. */
export const factId = ({ statements }: Fact) => nodeId('fact', statements[0].id)
export const entityId = (fact: Fact) => nodeId('entity', latest(fact).subjectId)
/** "Gwen", or "Gwen (sample)" of the sample. */
export const entityLabel = (fact: Fact): string => {
  const { subject, subjectId } = latest(fact)
  return isOfSample(subjectId) ? `${shownSubject(subject)} (sample)` : shownSubject(subject)
}
/** "Gwen: works as joiner". */
const factLabel = (fact: Fact): string => shownFact(latest(fact)).slice(0, limits.graph.labelChars)

export function statedIn(facts: readonly Fact[], turns: readonly TurnNodeRow[]): GraphFact[] {
  const rowOf = new Map(turns.map((turn) => [turn.id, turn]))
  return facts.flatMap((fact) => {
    const rows = fact.statements.flatMap(({ said }) => rowOf.get(said?.turnId ?? '') ?? [])
    const [first, ...others] = new Set(rows)
    return first ? [{ fact, turns: [first, ...others] }] : []
  })
}

/** As many facts as fit into `room` nodes with their entities: current ones first, then the newest. */
export function fittingFacts(all: readonly GraphFact[], room: number): GraphFact[] {
  const rank = ({ fact }: GraphFact) => Number(fact.until === null)
  const at = ({ fact }: GraphFact) => latest(fact).from.getTime()
  const entities = new Set<string>()
  const chosen: GraphFact[] = []
  for (const one of [...all].sort((a, b) => rank(b) - rank(a) || at(b) - at(a))) {
    const entity = entityId(one.fact)
    if (chosen.length + entities.size + 1 + Number(!entities.has(entity)) > room) break
    chosen.push(one)
    entities.add(entity)
  }
  return chosen
}

/** Nodes of facts and of what they are about. An entity is where its first fact is. */
export function factNodes(facts: readonly GraphFact[]): GraphNode[] {
  const entities = new Map<string, GraphNode>()
  const nodes = facts.map(({ fact, turns }): GraphNode => {
    const [first] = turns
    const node: GraphNode = {
      ...{ id: factId(fact), kind: 'fact', label: factLabel(fact), conversationId: first.conversationId },
      ...{ turnId: first.id, turnNumber: first.number, from: first.number, to: first.number },
      ...{ level: 0, branchId: first.branchId, tokens: 0, at: heldSince(fact).toISOString() },
      ...{ status: fact.until ? 'superseded' : '', count: turns.length },
    }
    const id = entityId(fact)
    const known = entities.get(id)
    const entity = {
      id,
      kind: 'entity',
      label: entityLabel(fact),
      turnId: null,
      branchId: null,
    } as const
    if (!known || node.at < known.at) entities.set(id, { ...node, ...entity, status: '', count: 0 })
    return node
  })
  for (const { fact, turns } of facts) {
    const entity = entities.get(entityId(fact))
    if (!entity) continue
    const own = turns.filter(({ conversationId }) => conversationId === entity.conversationId)
    const numbers = [entity.from, entity.to, ...own.map(({ number }) => number)]
    const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
    Object.assign(entity, { from, to, turnNumber: to, count: entity.count + 1 })
  }
  return [...nodes, ...entities.values()]
}

/** A strategy with the turns of the graph that it was learned from and that cite it, each oldest first. */
type GraphStrategy = {
  row: StrategyNodeRow
  taught: readonly TurnNodeRow[]
  cited: readonly TurnNodeRow[]
}
export type GraphStrategies = { nodes: readonly GraphStrategy[]; links: readonly StrategyLinkRow[] }
export const NO_STRATEGIES: GraphStrategies = { nodes: [], links: [] }

export const strategyId = ({ row }: GraphStrategy) => nodeId('strategy', row.id)

export function withTurns(rows: readonly StrategyNodeRow[], turns: readonly TurnNodeRow[]): GraphStrategy[] {
  const rowOf = new Map(turns.map((turn) => [turn.id, turn]))
  const known = (ids: readonly string[]) =>
    ids.flatMap((id) => rowOf.get(id) ?? []).sort((a, b) => a.at.localeCompare(b.at) || a.number - b.number)
  return rows.map((row) => ({ row, taught: known(row.taught), cited: known(row.cited) }))
}

const RANK: Record<StrategyNodeRow['status'], number> = { active: 2, quarantined: 1, retired: 0 }

/** At most `room` strategies: those in use, then those with the most turns, then the newest. */
export function fittingStrategies(all: readonly GraphStrategy[], room: number): GraphStrategy[] {
  const turns = ({ taught, cited }: GraphStrategy) => taught.length + cited.length
  return [...all]
    .sort(
      (a, b) =>
        RANK[b.row.status] - RANK[a.row.status] ||
        turns(b) - turns(a) ||
        b.row.at.localeCompare(a.row.at) ||
        (a.row.id < b.row.id ? -1 : 1),
    )
    .slice(0, Math.max(0, room))
}

/** Its place is the first turn it was learned from, else the first that cites it. */
export const strategyNodes = ({ nodes }: GraphStrategies): GraphNode[] =>
  nodes.map((strategy): GraphNode => {
    const { row, taught, cited } = strategy
    const [place] = [...taught, ...cited]
    const number = place?.number ?? 0
    return {
      ...{ id: strategyId(strategy), kind: 'strategy', label: row.label },
      ...{ conversationId: place?.conversationId ?? '', turnId: place?.id ?? null },
      ...{ turnNumber: number, from: number, to: number, level: 0, branchId: place?.branchId ?? null },
      ...{ tokens: 0, at: row.at, count: new Set([...taught, ...cited]).size },
      status: row.status === 'active' ? '' : row.status,
    }
  })
