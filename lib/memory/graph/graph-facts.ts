import type { TurnNodeRow } from '@/lib/db/memory/graph'
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
export const factLabel = (fact: Fact): string => shownFact(latest(fact)).slice(0, limits.graph.labelChars)

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
