import type { EdgeKind, GraphDto, GraphEdge, GraphNode, MapDto, NodeKind } from '@/lib/shared/memory/graph'
import type { Picture } from './canvas/elements'
import { pictureOf } from './layout/map-layout'
import type { Level } from './place'

const START = Date.parse('2026-03-01T08:00:00.000Z')
const at = (minute: number) => new Date(START + minute * 60_000).toISOString()

export const testNode = (kind: NodeKind, id: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id: `${kind}:${id}`,
  kind,
  label: `${kind} ${id}`,
  conversationId: 'c1',
  turnId: null,
  turnNumber: 1,
  from: more.turnNumber ?? 1,
  to: more.turnNumber ?? 1,
  level: 0,
  branchId: null,
  tokens: 100,
  at: at(0),
  status: '',
  count: 1,
  ...more,
})
export const testEdge = (
  kind: EdgeKind,
  from: string,
  to: string,
  score: number | null = null,
): GraphEdge => ({ id: `${kind} ${from} ${to}`, kind, from, to, score, count: 1 })

/** A turn with its context and summary, and the links among them. */
export function testTurn(
  conversationId: string,
  number: number,
  minute: number,
  branchId = `b_${conversationId}`,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const id = `${branchId}_${number}`
  const place = {
    conversationId,
    turnId: id,
    turnNumber: number,
    from: number,
    to: number,
    branchId,
    at: at(minute),
  }
  return {
    nodes: [
      testNode('turn', id, {
        ...place,
        label: `Question ${number} of ${conversationId}`,
        status: 'completed',
      }),
      testNode('context', id, { ...place, label: `Context of turn ${number}` }),
      testNode('summary', id, { ...place, label: `Asked question ${number}`, status: 'model' }),
    ],
    edges: [
      testEdge('snapshot', `turn:${id}`, `context:${id}`),
      testEdge('summarises', `summary:${id}`, `turn:${id}`),
    ],
  }
}

/** Conversations with so many turns each, one after the other, a turn per minute. */
export function testGraph(lengths: Record<string, number>): GraphDto {
  const graph: GraphDto = { conversations: [], nodes: [], edges: [] }
  let minute = 0
  for (const [id, length] of Object.entries(lengths)) {
    graph.conversations.unshift({ id, title: `Talk ${id}` })
    for (let number = 1; number <= length; number += 1) {
      const { nodes, edges } = testTurn(id, number, minute)
      minute += 1
      graph.nodes.push(...nodes)
      graph.edges.push(...edges)
      if (number > 1)
        graph.edges.push(testEdge('next', `turn:b_${id}_${number - 1}`, `turn:b_${id}_${number}`))
    }
  }
  return graph
}

/** A graph as a level of the map. */
export const mapPicture = (graph: MapDto, canvas = { width: 800, height: 700 }): Picture =>
  pictureOf(graph, new Map(), canvas)
export const testMap = (level: Level, graph: Partial<GraphDto>, path: MapDto['path'] = []): MapDto => ({
  ...{ ...testGraph({}), ...graph, level, path },
  topics: { state: 'ready' },
  total: { conversations: 0, turns: 0 },
  left: { conversations: 0, turns: 0 },
})

/** Islands with so many turns each, and a person who ties the first two. */
export function testIslands(turns: readonly number[]): MapDto {
  const nodes = turns.map((count, index) =>
    testNode('topic', `t${index}`, {
      label: `cats, dogs, topic ${index}`,
      count,
      hue: index,
      conversationId: '',
    }),
  )
  const person = testNode('entity', 'ana', { label: 'Ana', conversationId: '' })
  const ties = nodes.slice(0, 2).map(({ id }) => testEdge('ties', person.id, id))
  return testMap(1, { nodes: [...nodes, person], edges: ties })
}
