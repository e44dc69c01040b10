import Graph from 'graphology'
import louvain from 'graphology-communities-louvain'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import type { Candidate, Pace, Stretch, TermCounts } from './term-counts'

/** The terms of each topic with how much each tells, the topic with the most turns first. */
export type FoundTopics = { term: string; word: string; weight: number }[][]

/** Groups of stretches that say the same, by the terms that they say more than all others do. */
export async function findTopics(counts: TermCounts, terms: readonly Candidate[], least: number, pace: Pace) {
  const stretches = counts.stretches()
  const graph = await stretchGraph(terms, stretches, pace)
  const groups = communities(graph)
    .map((places) => together(places.flatMap((place) => stretches[place] ?? [])))
    .filter(({ turns }) => turns >= least)
    .sort((a, b) => b.turns - a.turns)
    .slice(0, limits.mostTopics)
  const found: FoundTopics = groups.map(() => [])
  for (const { id, term, word, idf, turns } of terms) {
    await pace()
    const times = groups.map(({ said }) => said.get(id) ?? 0)
    const most = Math.max(0, ...times)
    if (most > 1 && most >= turns * limits.ownShare)
      found[times.indexOf(most)]?.push({ term, word, weight: (idf * most) / turns })
  }
  return found.filter((topic) => topic.length)
}

/** How many turns some stretches have, and how many of them say each term. */
function together(stretches: readonly Stretch[]) {
  const said = new Map<number, number>()
  let turns = 0
  for (const one of stretches) {
    turns += one.turns
    for (const [id, times] of one.said) said.set(id, (said.get(id) ?? 0) + times)
  }
  return { said, turns }
}

/** Stretches by their places, each linked to those that say most of the same terms. */
async function stretchGraph(terms: readonly Candidate[], stretches: readonly Stretch[], pace: Pace) {
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

function rarenessIn(stretches: readonly Stretch[]) {
  const counts = new Map<number, number>()
  for (const { said } of stretches) for (const id of said.keys()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return (id: number) => Math.log(stretches.length / (counts.get(id) ?? 1))
}

/** The stretches of each community, the same for the same graph. */
function communities(graph: Graph): number[][] {
  const options = { getEdgeWeight: 'weight', resolution: limits.resolution, rng: seededRandom(1) } as const
  const of = louvain(graph, options)
  return [...groupBy(Object.keys(of).map(Number), (place) => of[place]).values()]
}

/** Numbers in [0, 1), the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
