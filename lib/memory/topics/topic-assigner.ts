import type { SharedName, TopicTerm, TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { type Assigned, fits, termsOf, Vocabulary } from './assign'
import type { FoundTerm } from './found-topics'
import type { Pace } from './pace'
import { Pairs, wordOf } from './pairs'
import { type Count, idsOf, none, noted } from './witnesses'

/** `linked` is empty for a term of an earlier topic. */
export type KnownTerm = Pick<FoundTerm, 'term' | 'word' | 'linked'>
const nearest = (turns: readonly (readonly [id: string, topic: string | null])[]) =>
  turns.find(([, topic]) => topic !== null)?.[1] ?? null

/** Assigns turns to topics, and counts the words of each topic's turns. */
export class TopicAssigner {
  readonly topicOf = new Map<string, string | null>()
  readonly conversationOf = new Map<string, string>()
  readonly sizes = new Map<string, number>()
  private readonly ties = new Map<string, number>()
  private readonly terms = new Map<string, Count>()
  private readonly names = new Map<string, { count: Count; topics: Map<string, number> }>()
  private readonly vocabulary: Vocabulary
  private readonly candidates: ReadonlyMap<string, KnownTerm>
  /** Turns that say no word of the topic they had before. */
  readonly adopted = new Set<string>()
  /** Turns that say only one word of their topic, by id. */
  private readonly strays = new Map<string, Assigned>()
  /** Topics that a conversation is about, by its id. */
  private readonly ofConversation = new Map<string, Set<string>>()
  private readonly pairs = new Pairs((term) => this.isName.has(term))

  constructor(
    words: readonly TopicWord[],
    candidates: readonly KnownTerm[],
    private readonly isName: ReadonlyMap<string, string>,
    /** The topic that a turn had before, of those whose words are among `words`. */
    private readonly before: ReadonlyMap<string, string | null> = new Map(),
  ) {
    this.vocabulary = new Vocabulary(words)
    this.candidates = new Map(candidates.map((one) => [one.term, one]))
    this.topicWords = words
  }
  private readonly topicWords: readonly TopicWord[]

  add(turn: TurnText) {
    const said = termsOf(turn)
    const assigned = this.vocabulary.best(said)
    const { terms } = assigned
    const before = this.before.get(turn.id)
    const kept = this.vocabulary.keptTopic(before, terms)
    if (before && kept === null) this.adopted.add(turn.id)
    const topic = kept ?? assigned.topic
    const also = topic === assigned.topic ? assigned.also : assigned.topic
    this.topicOf.set(turn.id, topic)
    this.conversationOf.set(turn.id, turn.conversationId)
    if (topic === null) return
    if (topic === assigned.topic && assigned.only !== null && kept === null)
      this.strays.set(turn.id, assigned)
    else this.topicsIn(turn.conversationId).add(topic)
    this.sizes.set(topic, (this.sizes.get(topic) ?? 0) + 1)
    if (also) {
      const key = [topic, also].sort().join(' ')
      this.ties.set(key, (this.ties.get(key) ?? 0) + 1)
    }
    for (const term of terms)
      this.terms.set(`${topic} ${term}`, noted(this.terms.get(`${topic} ${term}`) ?? none(), turn))
    this.pairs.add(turn)
    for (const term of said) {
      if (!this.isName.has(term)) continue
      const known = this.names.get(term) ?? { count: none(), topics: new Map<string, number>() }
      noted(known.count, turn)
      known.topics.set(topic, (known.topics.get(topic) ?? 0) + 1)
      this.names.set(term, known)
    }
  }

  private topicsIn(conversationId: string): Set<string> {
    const topics = this.ofConversation.get(conversationId) ?? new Set()
    this.ofConversation.set(conversationId, topics)
    return topics
  }

  /** Removes turns from topics that they only mention. `namesOf` gives a topic's terms. */
  dropStrays(namesOf: (topic: string) => readonly TopicTerm[]) {
    for (const [turnId, assigned] of this.strays) {
      const topics = this.topicsIn(this.conversationOf.get(turnId) ?? '')
      const { topic } = assigned
      if (topic === null || fits(assigned, namesOf, (one) => topics.has(one))) continue
      this.topicOf.set(turnId, null)
      this.sizes.set(topic, (this.sizes.get(topic) ?? 0) - 1)
    }
  }

  /**
   * Assigns turns that mention no topic to the main topic of their conversation: one that most of its assigned
   * turns have, and enough of all its turns (`limits.main`). It must be the nearest topic within `near` turns on
   * one side, and on the other side the nearest or none. These turns add no words to the topic.
   */
  async adoptUnassigned(pace: Pace) {
    const byConversation = groupBy([...this.topicOf], ([turnId]) => this.conversationOf.get(turnId) ?? '')
    for (const turns of byConversation.values()) {
      await pace()
      const assigned = turns.flatMap(([, topic]) => topic ?? [])
      const main = [...groupBy(assigned, (topic) => topic)].find(
        ([, { length }]) => 2 * length > assigned.length,
      )
      if (!main || main[1].length < Math.max(limits.main.turns, turns.length * limits.main.share)) continue
      const [topic] = main
      if (turns.length <= limits.main.whole) {
        for (const [turnId, own] of turns) {
          this.topicOf.set(turnId, topic)
          if (own !== null) this.sizes.set(own, (this.sizes.get(own) ?? 0) - 1)
        }
        this.sizes.set(topic, (this.sizes.get(topic) ?? 0) + turns.length)
        continue
      }
      const before = (at: number) => nearest(turns.slice(Math.max(0, at - limits.main.near), at).reverse())
      const after = (at: number) => nearest(turns.slice(at + 1, at + 1 + limits.main.near))
      const adopted = turns.filter(([turnId, own], at) => {
        if (own !== null || this.strays.has(turnId)) return false
        const beside = [before(at), after(at)]
        return beside.includes(topic) && beside.every((one) => one === null || one === topic)
      })
      for (const [turnId] of adopted) this.topicOf.set(turnId, topic)
      this.sizes.set(topic, (this.sizes.get(topic) ?? 0) + adopted.length)
    }
  }

  /** Whether a turn of a topic says a term. */
  isSaid = (topic: string, term: string) => this.terms.has(`${topic} ${term}`)

  /** A topic's own terms, those that tell most about its turns first. */
  termsOfTopic(topic: string): TopicTerm[] {
    const bond = (term: string) =>
      [...(this.candidates.get(term)?.linked.values() ?? [])].reduce((sum, weight) => sum + weight, 0)
    const own = this.topicWords.filter(([, of]) => of === topic)
    const strongest = Math.max(...own.map(([term]) => bond(term)))
    /** From 0 to 1: what a term has to do with the rest of its topic. */
    const belongs = (term: string) => (strongest ? bond(term) / strongest : 1)
    return own
      .flatMap(([term, , idf]) => {
        const count = this.terms.get(`${topic} ${term}`)
        if (!count) return []
        const worth = Math.round(100 * count.turns * idf * belongs(term)) / 100
        return [{ term, word: this.candidates.get(term)?.word ?? term, turns: idsOf(count), worth }]
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
