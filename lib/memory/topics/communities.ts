import Graph from 'graphology'
import louvain from 'graphology-communities-louvain'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import type { Pace } from './pace'
import { seededRandom } from './seeded-random'
import type { Candidate, Stretch } from './term-counts'

/** Stretches by their places, each linked to those that say most of the same terms. */
export async function stretchGraph(
  terms: readonly Candidate[],
  stretches: readonly Stretch[],
  pace: Pace,
): Promise<Graph> {
  const graph = new Graph({ type: 'undirected' })
  const saying = new Map<number, { place: number; share: number }[]>(terms.map(({ id }) => [id, []]))
  const sharesOf: { id: number; share: number }[][] = []
  const rareness = rarenessIn(stretches)
  for (const [place, { said }] of stretches.entries()) {
    graph.addNode(place)
    const weights = [...said].flatMap(([id, turns]) =>
      saying.has(id) ? [{ id, weight: (1 + Math.log(turns)) * rareness(id) }] : [],
    )
    const length = Math.hypot(...weights.map(({ weight }) => weight)) || 1
    const shares = weights.map(({ id, weight }) => ({ id, share: weight / length }))
    for (const { id, share } of shares) saying.get(id)?.push({ place, share })
    sharesOf.push(shares)
    await pace()
  }
  for (const [place, shares] of sharesOf.entries()) {
    const alike = new Map<number, number>()
    for (const { id, share } of shares)
      for (const other of saying.get(id) ?? [])
        if (other.place !== place) alike.set(other.place, (alike.get(other.place) ?? 0) + share * other.share)
    const nearest = [...alike].filter(([, cosine]) => cosine > limits.leastAlike)
    for (const [other, cosine] of nearest.sort((a, b) => b[1] - a[1]).slice(0, limits.nearest))
      graph.mergeEdge(place, other, { weight: cosine ** 2 })
    await pace()
  }
  return graph
}

/** How few stretches say a term. */
function rarenessIn(stretches: readonly Stretch[]) {
  const counts = new Map<number, number>()
  for (const { said } of stretches) for (const id of said.keys()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return (id: number) => Math.log(stretches.length / (counts.get(id) ?? 1))
}

/** The stretches of each community, the same for the same graph. */
export function communities(graph: Graph): number[][] {
  const options = { getEdgeWeight: 'weight', resolution: limits.resolution, rng: seededRandom(1) } as const
  const of = louvain(graph, options)
  return [...groupBy(Object.keys(of).map(Number), (place) => of[place]).values()]
}
