import { isSpine, spineInTime } from '@/components/memory/layout/spine'
import type { GraphDto, GraphNode } from '@/lib/shared/memory/graph'

/**
 * `steps` = turns and collapsed ranges, oldest first. `born` = the index of the step in which an element
 * appears, `replaced` = of the one in which a newer value replaces a fact.
 */
export type Growth = { steps: GraphNode[]; born: Map<string, number>; replaced: Map<string, number> }

/**
 * How memory grew: contexts and summaries appear with their turn, roll-ups with the last turn they cover,
 * files with the first turn that touched them, entities with their first fact, links with their later end.
 */
export function growthOf(graph: Pick<GraphDto, 'nodes' | 'edges'>): Growth {
  const steps = spineInTime(graph.nodes)
  const born = new Map(steps.map((step, index) => [step.id, index]))
  const late = Math.max(0, steps.length - 1)
  const touches = new Map<string, number>()
  for (const edge of graph.edges) {
    if (edge.kind !== 'touched') continue
    touches.set(edge.to, Math.min(touches.get(edge.to) ?? late, born.get(edge.from) ?? late))
  }
  for (const node of graph.nodes)
    if (!isSpine(node))
      born.set(
        node.id,
        touches.get(node.id) ?? born.get(`turn:${node.turnId}`) ?? bornWith(steps, node) ?? late,
      )
  const entities = new Map<string, number>()
  for (const { kind, from, to } of graph.edges)
    if (kind === 'about') entities.set(to, Math.min(entities.get(to) ?? late, born.get(from) ?? late))
  for (const [id, step] of entities) born.set(id, step)
  for (const edge of graph.edges)
    born.set(edge.id, Math.max(born.get(edge.from) ?? late, born.get(edge.to) ?? late))
  const replaced = new Map(
    graph.edges.flatMap(({ kind, id, to }): [string, number][] =>
      kind === 'supersedes' ? [[to, born.get(id) ?? late]] : [],
    ),
  )
  return { steps, born, replaced }
}

/** A graph as it was at a step of the replay; `until` null = as it is. */
export function grownUntil<T extends Pick<GraphDto, 'nodes' | 'edges'>>(
  graph: T,
  { born }: Growth,
  until: number | null,
): T {
  if (until === null) return graph
  const isBorn = ({ id }: { id: string }) => (born.get(id) ?? 0) <= until
  return { ...graph, nodes: graph.nodes.filter(isBorn), edges: graph.edges.filter(isBorn) }
}

/** How many turns there were at a step of the replay. */
export const turnsUntil = ({ steps }: Growth, until: number) =>
  steps.slice(0, until + 1).reduce((sum, { kind, count }) => sum + (kind === 'range' ? count : 1), 0)

/** The step with the node's last turn, on its own branch if it has one. */
function bornWith(steps: readonly GraphNode[], node: GraphNode): number | null {
  const holds = (step: GraphNode) =>
    step.conversationId === node.conversationId && step.from <= node.to && node.to <= step.to
  const own = steps.findIndex((step) => holds(step) && step.branchId === node.branchId)
  const any = own >= 0 ? own : steps.findIndex(holds)
  return any < 0 ? null : any
}
