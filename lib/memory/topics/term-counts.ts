import Graph from 'graphology'
import louvain from 'graphology-communities-louvain'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { countEach, getOrMake, groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { readTurn, speakerTerms } from './words'

/** Awaited between small pieces of work, so that other work can run. */
export type Pace = () => Promise<void> | undefined

type Term = {
  id: number
  term: string
  /** Turns that say it, and turns by session. */
  turns: number
  sessions: Map<number, number>
  surfaces: Map<string, number>
}
/** Neighbouring turns of a conversation: how many, and how many of them say each term, by its id. */
type Stretch = { turns: number; said: Map<number, number> }

/** Terms counted at once; in a memory with millions of words, rare ones are dropped along the way. */
const MOST_TERMS = 200_000
const MOST_SURFACES = 8

/** Counts the words of turns. Turns of one conversation have to come in the order in which they were made. */
export class TermCounts {
  turns = 0
  private readonly said: { conversationId: string; session: number; terms: Uint32Array }[] = []
  private readonly terms = new Map<string, Term>()
  private readonly speakers = new Set<string>()
  private readonly sessions = new Sessions()
  private ids = 0

  add(turn: TurnText) {
    for (const term of speakerTerms(turn)) this.speakers.add(term)
    const session = this.sessions.of(turn)
    const said = new Set<Term>()
    for (const { words } of readTurn(turn).texts)
      for (const { term, word } of words) {
        if (term === null) continue
        const known = this.known(term)
        said.add(known)
        if (known.surfaces.size < MOST_SURFACES || known.surfaces.has(word))
          known.surfaces.set(word, (known.surfaces.get(word) ?? 0) + 1)
      }
    const terms = Uint32Array.from(said, ({ id }) => id)
    this.said.push({ conversationId: turn.conversationId, session, terms })
    for (const one of said) {
      one.turns++
      one.sessions.set(session, (one.sessions.get(session) ?? 0) + 1)
    }
    this.turns++
    if (this.terms.size > MOST_TERMS) this.dropRare()
  }

  /** Terms that may belong to a topic, strongest first; `strength` = sqrt(df) * ln(N/df) * (0.3 + c). */
  async candidates(pace: Pace): Promise<{ found: TermCandidate[]; frequent: string[] }> {
    const { termTurns, termShare, fewTurns } = limits
    const least = Math.max(2, Math.min(termTurns, Math.sqrt(this.turns) / 4))
    const most = Math.max(fewTurns, this.turns * termShare, 1.5 * Math.sqrt(this.turns))
    const found: TermCandidate[] = []
    const frequent: string[] = []
    for (const term of this.terms.values()) {
      await pace()
      if (term.turns < least || this.speakers.has(term.term)) continue
      if (term.turns > most) {
        frequent.push(term.term)
        continue
      }
      const idf = Math.log(this.turns / term.turns)
      let squares = 0
      for (const count of term.sessions.values()) squares += count * count
      const strength = Math.sqrt(term.turns) * idf * (0.3 + squares / term.turns ** 2)
      const { id, turns } = term
      found.push({ id, term: term.term, turns, idf, strength, word: usual(term.surfaces) })
    }
    return { found: found.sort((a, b) => b.strength - a.strength || (a.term < b.term ? -1 : 1)), frequent }
  }

  /** The sessions of all conversations in pieces of much the same length. */
  stretches(): Stretch[] {
    return wholes(this.said).flatMap(({ turns, isShort }) => {
      const pieces = isShort ? 1 : Math.ceil(turns.length / limits.stretch)
      const parts = groupBy(turns.entries(), ([at]) => Math.floor((at * pieces) / turns.length))
      return [...parts.values()].map((part) => ({
        turns: part.length,
        said: countEach(part.flatMap(([, { terms }]) => [...terms])),
      }))
    })
  }

  /** The share of turns that say a term, as if two more did: a rare one proves little. 0 for a speaker. */
  shareOf(term: string): number {
    const turns = this.terms.get(term)?.turns
    return turns === undefined || this.speakers.has(term) ? 0 : (turns + 2) / this.turns
  }

  private known(term: string): Term {
    const make = () => ({ id: this.ids++, term, turns: 0, sessions: new Map(), surfaces: new Map() })
    return getOrMake(this.terms, term, make)
  }

  private dropRare() {
    for (const [key, { turns }] of this.terms) if (turns < 2) this.terms.delete(key)
  }
}

export type TermCandidate = {
  id: number
  term: string
  turns: number
  idf: number
  strength: number
  /** As people write it. */
  word: string
}

/** The most frequent spelling; of equal ones the one in lower case. */
function usual(surfaces: ReadonlyMap<string, number>): string {
  const plain = new Map<string, number>()
  for (const [surface, count] of surfaces) {
    const word = surface.replace(/['’]s?$/, '').replace(/^['’-]+|['’-]+$/g, '')
    plain.set(word, (plain.get(word) ?? 0) + count)
  }
  const [[best] = ['']] = [...plain].sort(([a, m], [b, n]) => n - m || (a > b ? -1 : 1))
  return best
}

/** Numbers the sessions of conversations, whose turns have to come in the order in which they were made. */
export class Sessions {
  private readonly last = new Map<string, { session: number; at: number }>()
  private count = 0

  of({ conversationId, createdAt }: Pick<TurnText, 'conversationId' | 'createdAt'>): number {
    const at = createdAt.getTime()
    const before = this.last.get(conversationId)
    const goesOn = before && at - before.at < limits.sessionMs
    const session = goesOn ? before.session : this.count++
    this.last.set(conversationId, { session, at })
    return session
  }
}

/** Turns that are about one thing: short conversations, and the sessions of longer ones. */
export function wholes<T extends { conversationId: string; session: number }>(all: Iterable<T>) {
  return [...groupBy(all, ({ conversationId }) => conversationId).values()].flatMap((turns) => {
    const isShort = turns.length <= limits.whole
    return [...groupBy(turns, ({ session }) => isShort || session).values()].map((turns) => ({
      turns,
      isShort,
    }))
  })
}

/** The terms of each topic with how much each tells, the topic with the most turns first. */
export type FoundTopics = { term: string; word: string; weight: number }[][]

/** Groups of stretches that say the same, by the terms that they say more than all others do. */
export async function findTopics(
  counts: TermCounts,
  terms: readonly TermCandidate[],
  least: number,
  pace: Pace,
) {
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
async function stretchGraph(terms: readonly TermCandidate[], stretches: readonly Stretch[], pace: Pace) {
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
  const counts = countEach(stretches.flatMap(({ said }) => [...said.keys()]))
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
