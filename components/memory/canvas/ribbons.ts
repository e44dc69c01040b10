import { groupBy } from '@/lib/base/group-by'
import type { GraphDto, GraphEdge } from '@/lib/shared/memory/graph'

/**
 * Recalls of one conversation by turns of another as one band; `from` and `to` are the ends of its best
 * recall.
 */
export type Ribbon = { id: string; from: string; to: string; count: number; edges: string[] }

const FEWEST = 2

/** Bundles recalls between conversations. Single ones stay links of their own. */
export function ribbonsOf({ nodes, edges }: Pick<GraphDto, 'nodes' | 'edges'>): Ribbon[] {
  const conversationOf = new Map(nodes.map((node) => [node.id, node.conversationId]))
  const key = ({ from, to }: GraphEdge) => `${conversationOf.get(from)} ${conversationOf.get(to)}`
  const crossing = edges.filter(
    ({ kind, from, to }) =>
      kind === 'recalled' && conversationOf.get(from) !== conversationOf.get(to) && conversationOf.get(to),
  )
  return [...groupBy(crossing, key)].flatMap(([pair, members]) => {
    const [best] = [...members].sort(
      (a, b) => (b.score ?? 0) - (a.score ?? 0) || b.count - a.count || (a.id < b.id ? -1 : 1),
    )
    if (!best || members.length < FEWEST) return []
    const count = members.reduce((sum, edge) => sum + edge.count, 0)
    return [{ id: `ribbon ${pair}`, from: best.from, to: best.to, count, edges: members.map(({ id }) => id) }]
  })
}
