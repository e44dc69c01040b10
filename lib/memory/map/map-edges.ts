import { type EdgeKind, edgeId, type GraphEdge } from '@/lib/shared/memory/graph'

/** A bundled link of the map. */
export const edge = (kind: EdgeKind, from: string, to: string, count: number): GraphEdge => ({
  ...{ id: edgeId(kind, from, to), kind, from, to, score: null, count },
})

/** Counts by two keys. */
export class Pairs<A extends string | null, B extends string> {
  private readonly counts = new Map<A, Map<B, number>>()
  add(a: A, b: B, count = 1) {
    const of = this.counts.get(a) ?? new Map<B, number>()
    this.counts.set(a, of.set(b, (of.get(b) ?? 0) + count))
  }
  of = (a: A): ReadonlyMap<B, number> => this.counts.get(a) ?? new Map()
  entries = () => this.counts.entries()
}

export const most = <T>(items: readonly T[], take: number, size: (item: T) => number): T[] =>
  [...items].sort((a, b) => size(b) - size(a)).slice(0, take)
export const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
