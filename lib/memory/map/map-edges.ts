import { type EdgeKind, edgeId, type GraphEdge } from '@/lib/shared/memory/graph'

/** A bundled link of the map. */
export const edge = (kind: EdgeKind, from: string, to: string, count: number): GraphEdge => ({
  ...{ id: edgeId(kind, from, to), kind, from, to, score: null, count },
})

export const most = <T>(items: readonly T[], take: number, size: (item: T) => number): T[] =>
  [...items].sort((a, b) => size(b) - size(a)).slice(0, take)
export const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
