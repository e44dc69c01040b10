import Graph from 'graphology'
import louvain from 'graphology-communities-louvain'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import type { Pace } from './pace'
import { seededRandom } from './seeded-random'
import type { Candidate, Message } from './term-counts'

/** How often terms meet within neighbouring messages of a session, by their places in `terms`. */
export async function meetings(
  terms: readonly Candidate[],
  messages: readonly Message[],
  pace: Pace,
): Promise<Uint32Array> {
  const size = terms.length
  const placeOf = new Map(terms.map(({ id }, place) => [id, place]))
  const counts = new Uint32Array(size * size)
  const open = new Map<number, number[][]>()
  const count = (window: readonly number[][]) => {
    const met = [...new Set(window.flat())]
    for (const a of met)
      for (const b of met) if (a < b) counts[a * size + b] = (counts[a * size + b] ?? 0) + 1
  }
  for (const { terms: ids, session } of messages) {
    const places: number[] = []
    for (const id of ids) {
      const place = placeOf.get(id)
      if (place !== undefined) places.push(place)
    }
    const window = [...(open.get(session) ?? []), places].slice(-limits.neighbours)
    open.set(session, window)
    count(window)
    await pace()
  }
  return counts
}

/** Terms that meet more often than by chance, linked by how much more. */
export async function termGraph(
  terms: readonly Candidate[],
  counts: Uint32Array,
  messages: number,
  pace: Pace,
): Promise<Graph> {
  const graph = new Graph({ type: 'undirected' })
  const { neighbours, leastNpmi, meetings: least } = limits
  const size = terms.length
  for (const { term } of terms) graph.addNode(term)
  for (const [i, a] of terms.entries()) {
    await pace()
    for (let j = i + 1; j < size; j++) {
      const n = counts[i * size + j] ?? 0
      const b = terms[j]
      if (n < least || !b) continue
      const pmi = Math.log((n * messages) / (neighbours * a.messages * b.messages))
      const npmi = pmi / -Math.log(n / (neighbours * messages))
      if (npmi > leastNpmi) graph.addEdge(a.term, b.term, { weight: npmi * Math.log1p(n) })
    }
  }
  return graph
}

/** The terms of each community, the same for the same graph. */
export function communities(graph: Graph, resolution: number): string[][] {
  const of = louvain(graph, { getEdgeWeight: 'weight', resolution, rng: seededRandom(1) })
  return [...groupBy(Object.keys(of), (term) => of[term]).values()]
}
