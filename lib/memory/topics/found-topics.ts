import type Graph from 'graphology'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { Vocabulary } from './assign'
import { communities, meetings, termGraph } from './communities'
import type { Pace } from './pace'
import type { Candidate, Message, TermCounts } from './term-counts'

/** A term of a topic; `linked` = how strongly it meets each other term of the topic that it meets. */
export type FoundTerm = Candidate & { linked: ReadonlyMap<string, number> }
/** The terms of each topic, the topic with the most turns first. */
export type FoundTopics = FoundTerm[][]

/**
 * Groups of terms that meet. The resolution is raised until enough of them have enough turns; `beside` earlier
 * topics, a single one is enough.
 */
export async function findTopics(
  counts: TermCounts,
  terms: readonly Candidate[],
  pace: Pace,
  beside = false,
): Promise<FoundTopics> {
  const { messages } = counts
  const graph = await termGraph(terms, await meetings(terms, messages, pace), messages.length, pace)
  await pace()
  const turns = await termsOfTurns(terms, messages, pace)
  const { from, to, step } = limits.resolution
  const { enough, least, largest } = beside ? BESIDE : wanted(counts.turns)
  let best: Candidate[][] = []
  for (let resolution = from; resolution <= to; resolution += step) {
    const groups = communities(graph, resolution)
    await pace()
    const found = (await bySize(groups, terms, turns, pace)).filter(({ turns }) => turns >= least)
    const isFine = found.length >= enough && (found[0]?.turns ?? 0) <= largest
    if (isFine || found.length > best.length) best = found.map(({ terms }) => terms)
    if (isFine) break
  }
  return best.slice(0, limits.mostTopics).map((topic) => linkedTerms(topic, graph))
}

function linkedTerms(topic: readonly Candidate[], graph: Graph): FoundTerm[] {
  const own = new Set(topic.map(({ term }) => term))
  return topic.map((one) => {
    const linked = new Map<string, number>()
    graph.forEachEdge(one.term, (_, { weight }, a, b) => {
      const other = a === one.term ? b : a
      if (own.has(other)) linked.set(other, weight)
    })
    return { ...one, linked }
  })
}

const BESIDE = { enough: 1, least: limits.topicTurns.most, largest: Number.POSITIVE_INFINITY }
/** How many topics are enough, and how many turns each has at least and at most. */
function wanted(turns: number): Record<'enough' | 'least' | 'largest', number> {
  const root = Math.sqrt(turns)
  const { least, most } = limits.topicTurns
  return {
    enough: Math.min(limits.fewTopics, Math.max(Math.floor(root), Math.floor(turns / most))),
    least: Math.min(most, Math.max(least, Math.floor(root / 4))),
    largest: Math.max(limits.fewTurns, turns * limits.largestShare),
  }
}

/** The terms of each turn among `terms`. */
async function termsOfTurns(
  terms: readonly Candidate[],
  messages: readonly Message[],
  pace: Pace,
): Promise<Set<string>[]> {
  const termOf = new Map(terms.map(({ id, term }) => [id, term]))
  const turns: Set<string>[] = []
  for (const { turn, terms: ids } of messages) {
    const said = turns[turn] ?? new Set<string>()
    for (const id of ids) {
      const term = termOf.get(id)
      if (term !== undefined) said.add(term)
    }
    turns[turn] = said
    await pace()
  }
  return turns.filter((said) => said?.size)
}

async function bySize(
  groups: readonly string[][],
  terms: readonly Candidate[],
  turns: readonly Set<string>[],
  pace: Pace,
): Promise<{ terms: Candidate[]; turns: number }[]> {
  const byTerm = new Map(terms.map((one) => [one.term, one]))
  const words = groups.flatMap((group, i) =>
    group.map((term) => [term, String(i), byTerm.get(term)?.idf ?? 0] as const),
  )
  const vocabulary = new Vocabulary(words)
  const sizes = new Map<string, number>()
  for (const said of turns) {
    const { topic } = vocabulary.best(said)
    if (topic !== null) sizes.set(topic, (sizes.get(topic) ?? 0) + 1)
    await pace()
  }
  const size = (i: number) => sizes.get(String(i)) ?? 0
  return groups
    .map((group, i) => ({ group, turns: size(i) }))
    .sort((a, b) => b.turns - a.turns)
    .map(({ group, turns }) => ({ terms: group.flatMap((term) => byTerm.get(term) ?? []), turns }))
}
