import type { SharedName, TopicTerm, TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { getOrMake } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { type Pace, Sessions, wholes } from './term-counts'
import { readTurn } from './words'

/** The best topic of some turns, and a second with half its weight. `only` = its word, if just one. */
type Assigned = { topic: string | null; also: string | null; only: string | null }

/** A topic's strongest terms, those that name it first: one of them is enough for a turn to be about it. */
const ENOUGH = 3
/**
 * Whether a turn is about the topic it was assigned: two of its words are said there, or one of the
 * strongest.
 */
export const fits = ({ topic, only }: Assigned, terms: readonly TopicTerm[]): boolean =>
  topic !== null &&
  (only === null || terms.slice(0, ENOUGH).some(({ term }) => term.split(' ').includes(only)))

/** Looks up the topics of terms: the same for a turn whenever it is looked at. */
export class Vocabulary {
  private readonly topicOf: Map<string, { topic: string; weight: number }>

  constructor(words: readonly (readonly [term: string, topic: string, weight: number])[]) {
    this.topicOf = new Map(words.map(([term, topic, weight]) => [term, { topic, weight }]))
  }

  has = (term: string) => this.topicOf.has(term)

  assign(turn: Pick<TurnText, 'userText' | 'answer' | 'messages'>): Assigned {
    return this.best(termsOf(turn))
  }

  /** The topic that terms weigh most for, each as often as it is among them. */
  best(said: Iterable<string>): Assigned {
    const found = new Map<string, { sum: number; terms: Set<string> }>()
    for (const term of said) {
      const known = this.topicOf.get(term)
      if (!known) continue
      const of = found.get(known.topic) ?? { sum: 0, terms: new Set() }
      found.set(known.topic, { sum: of.sum + known.weight, terms: of.terms.add(term) })
    }
    const [best, second] = [...found].sort(([a, m], [b, n]) => n.sum - m.sum || (a < b ? -1 : 1))
    const also = best && second && second[1].sum * 2 >= best[1].sum ? second[0] : null
    const [only = null] = best?.[1].terms.size === 1 ? best[1].terms : []
    return { topic: best?.[0] ?? null, also, only }
  }
}

function termsOf(turn: Pick<TurnText, 'userText' | 'answer' | 'messages'>): Set<string> {
  return new Set(readTurn(turn).texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? [])))
}

type TurnTerms = { id: string; conversationId: string; session: number; terms: string[]; names: string[] }
/** How many turns before and after one help to tell its topic, within a session. */
const NEAR = 2

/** Assigns turns to topics, and counts the words of each topic's turns. */
export class TopicAssigner {
  readonly topicOf = new Map<string, string | null>()
  readonly conversationOf = new Map<string, string>()
  readonly sizes = new Map<string, number>()
  private readonly ties = new Map<string, number>()
  private readonly terms = new Map<string, Count>()
  private readonly names = new Map<string, { count: Count; topics: Map<string, number> }>()
  private readonly vocabulary: Vocabulary
  private readonly sessions = new Sessions()
  private readonly said: TurnTerms[] = []
  /** Assignments that rest on a single word, by turn. */
  private readonly strays = new Map<string, Assigned>()
  private readonly pairs = new Pairs((term) => this.isName.has(term))

  constructor(
    private readonly topicWords: readonly TopicWord[],
    private readonly wordOf: ReadonlyMap<string, string>,
    private readonly isName: ReadonlyMap<string, string>,
  ) {
    this.vocabulary = new Vocabulary(topicWords)
  }

  add(turn: TurnText) {
    const { id, conversationId } = turn
    const said = [...termsOf(turn)]
    this.said.push({
      ...{ id, conversationId, session: this.sessions.of(turn) },
      terms: said.filter(this.vocabulary.has),
      names: said.filter((term) => this.isName.has(term)),
    })
    this.pairs.add(turn)
  }

  /** All turns of a short conversation get one topic; other turns are judged with their neighbours. */
  async assign(pace: Pace) {
    for (const { turns, isShort } of wholes(this.said)) {
      await pace()
      const bestOf = (some: TurnTerms[]) => this.vocabulary.best(some.flatMap(({ terms }) => terms))
      const whole = isShort ? bestOf(turns) : null
      // A turn counts twice as much as each of its neighbours.
      for (const [at, turn] of turns.entries())
        this.count(turn, whole ?? bestOf([turn, ...turns.slice(Math.max(0, at - NEAR), at + NEAR + 1)]))
    }
  }

  private count(turn: TurnTerms, assigned: Assigned) {
    const { topic } = assigned
    this.topicOf.set(turn.id, topic)
    this.conversationOf.set(turn.id, turn.conversationId)
    if (topic === null) return
    if (assigned.only !== null) this.strays.set(turn.id, assigned)
    this.sizes.set(topic, (this.sizes.get(topic) ?? 0) + 1)
    const own = this.vocabulary.best(turn.terms)
    const also = own.topic === topic ? own.also : own.topic
    if (also) {
      const key = [topic, also].sort().join(' ')
      this.ties.set(key, (this.ties.get(key) ?? 0) + 1)
    }
    for (const term of turn.terms) note(getOrMake(this.terms, `${topic} ${term}`, none), turn)
    for (const term of turn.names) {
      const known = getOrMake(this.names, term, () => ({ count: none(), topics: new Map<string, number>() }))
      note(known.count, turn)
      known.topics.set(topic, (known.topics.get(topic) ?? 0) + 1)
    }
  }

  /** Removes turns from topics that they only mention. */
  dropStrays(termsOfTopic: (topic: string) => readonly TopicTerm[]) {
    for (const [turnId, assigned] of this.strays) {
      const { topic } = assigned
      if (topic === null || fits(assigned, termsOfTopic(topic))) continue
      this.topicOf.set(turnId, null)
      this.sizes.set(topic, (this.sizes.get(topic) ?? 0) - 1)
    }
  }

  isSaid = (topic: string, term: string) => this.terms.has(`${topic} ${term}`)

  /** A topic's own terms, those that tell most about its turns first. */
  termsOfTopic(topic: string): TopicTerm[] {
    return this.topicWords
      .flatMap(([term, of, weight]) => {
        const count = of === topic ? this.terms.get(`${topic} ${term}`) : undefined
        if (!count) return []
        const worth = Math.round(100 * count.turns * weight) / 100
        return [{ term, word: this.wordOf.get(term) ?? term, turns: idsOf(count), worth }]
      })
      .sort((a, b) => b.worth - a.worth || (a.word < b.word ? -1 : 1))
      .slice(0, limits.shownTerms)
  }

  /** Pairs of topics with the turns about both. */
  tied(): { from: string; to: string; ties: number }[] {
    return [...this.ties].map(([key, ties]) => {
      const [from = '', to = ''] = key.split(' ')
      return { from, to, ties }
    })
  }

  /** Names that at least two topics say at least twice each; of two words that stand together one name. */
  sharedNames(): SharedName[] {
    const whole = new Map<string, { name: string; count: Count }>()
    const dropped = new Set<string>()
    for (const pair of this.pairs.all((term) => this.names.get(term)?.count.turns ?? 0)) {
      const { terms, count } = pair
      const [a, b] = terms
      const isFree = terms.every((term) => this.names.has(term) && !whole.has(term) && !dropped.has(term))
      if (!isFree) continue
      whole.set(a, { name: wordOf(pair), count })
      dropped.add(b)
    }
    const shared = [...this.names].flatMap(([term, { count, topics }]) => {
      if (dropped.has(term)) return []
      const often = [...topics].filter(([, turns]) => turns > 1).sort(([a], [b]) => (a < b ? -1 : 1))
      const turns = often.reduce((sum, [, turns]) => sum + turns, 0)
      const said = whole.get(term) ?? { name: this.isName.get(term) ?? term, count }
      return often.length > 1 ? [{ ...said, topics: often, turns }] : []
    })
    return shared
      .sort((a, b) => b.turns - a.turns || (a.name < b.name ? -1 : 1))
      .slice(0, limits.names)
      .map(({ name, topics, count }) => ({ name, topics, turns: idsOf(count).slice(0, limits.witnesses) }))
  }
}

type Pair = { terms: readonly [string, string]; count: Count; surfaces: Map<string, number> }
/** Turns in which two terms must be adjacent before they are treated as one name. */
const LEAST = 2

/** Names whose words stand next to each other, such as "Rotary Club". */
class Pairs {
  private readonly pairs = new Map<string, Pair>()

  constructor(private readonly isTerm: (term: string) => boolean) {}

  add(turn: TurnText) {
    const said = new Set<Pair>()
    for (const { text, words } of readTurn(turn).texts) {
      let before: { term: string; word: string; end: number } | null = null
      for (const { term, word, start } of words) {
        if (term === null) continue
        const isNext = before && start === before.end + 1 && text[before.end] === ' '
        if (before && isNext && before.term !== term && this.isTerm(before.term) && this.isTerm(term)) {
          const pair = this.pairOf([before.term, term])
          const surface = `${before.word} ${word}`
          pair.surfaces.set(surface, (pair.surfaces.get(surface) ?? 0) + 1)
          said.add(pair)
        }
        before = { term, word, end: start + word.length }
      }
    }
    for (const pair of said) note(pair.count, turn)
  }

  /** Pairs that occur in at least half of the turns with one of their terms, most frequent first. */
  all(turnsOf: (term: string) => number): Pair[] {
    return [...this.pairs.values()]
      .filter(({ terms: [a, b], count: { turns } }) => isName(turns, turnsOf(a), turnsOf(b)))
      .sort((a, b) => b.count.turns - a.count.turns || (wordOf(a) < wordOf(b) ? -1 : 1))
  }

  private pairOf(terms: readonly [string, string]): Pair {
    return getOrMake(this.pairs, terms.join(' '), () => ({ terms, count: none(), surfaces: new Map() }))
  }
}

const isName = (together: number, a: number, b: number) => together >= LEAST && together * 2 >= Math.min(a, b)

/** As it is written most often. */
const wordOf = ({ surfaces }: Pick<Pair, 'surfaces'>): string =>
  [...surfaces].sort(([a, m], [b, n]) => n - m || (a > b ? -1 : 1))[0]?.[0] ?? ''

/** How many turns contain something, and examples of them. */
type Count = { turns: number; witnesses: { id: string; conversationId: string }[] }

/** Counts a turn. Witnesses come from several conversations, so that deleting one leaves others. */
function note(count: Count, { id, conversationId }: { id: string; conversationId: string }) {
  count.turns++
  const { witnesses } = count
  if (witnesses.some((one) => one.id === id)) return
  const isNew = witnesses.every((one) => one.conversationId !== conversationId)
  if (isNew ? witnesses.length < limits.witnesses : witnesses.length < limits.witnesses / 2)
    witnesses.push({ id, conversationId })
}
const none = (): Count => ({ turns: 0, witnesses: [] })
const idsOf = ({ witnesses }: Count) => witnesses.map(({ id }) => id)
