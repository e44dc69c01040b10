import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { communities, stretchGraph } from './communities'
import type { Pace } from './pace'
import type { Candidate, Stretch, TermCounts } from './term-counts'

/** The terms of each topic with how much each tells, the topic with the most turns first. */
export type FoundTopics = { term: string; word: string; weight: number }[][]

/** Groups of stretches that say the same, by the terms that they say more than all others do. */
export async function findTopics(
  counts: TermCounts,
  terms: readonly Candidate[],
  least: number,
  pace: Pace,
): Promise<FoundTopics> {
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
