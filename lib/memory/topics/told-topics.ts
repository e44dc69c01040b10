import type { SharedName, TopicTerm, TopicWord } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { termsOf, Vocabulary } from './assign'
import type { Candidate } from './term-counts'

type Witness = { id: string; conversationId: string }
type Count = { turns: number; witnesses: Witness[] }

/** Assigns turns to topics, and counts what each topic's turns say. */
export class Telling {
  readonly topicOf = new Map<string, string | null>()
  readonly conversationOf = new Map<string, string>()
  readonly sizes = new Map<string, number>()
  private readonly ties = new Map<string, number>()
  private readonly terms = new Map<string, Count>()
  private readonly names = new Map<string, { count: Count; topics: Map<string, number> }>()
  private readonly vocabulary: Vocabulary
  private readonly candidates: ReadonlyMap<string, Candidate>

  constructor(
    words: readonly TopicWord[],
    candidates: readonly Candidate[],
    private readonly isName: ReadonlyMap<string, string>,
  ) {
    this.vocabulary = new Vocabulary(words)
    this.candidates = new Map(candidates.map((one) => [one.term, one]))
    this.topicWords = words
  }
  private readonly topicWords: readonly TopicWord[]

  add(turn: TurnText) {
    const said = termsOf(turn)
    const { topic, also, terms } = this.vocabulary.best(said)
    this.topicOf.set(turn.id, topic)
    this.conversationOf.set(turn.id, turn.conversationId)
    if (topic === null) return
    this.sizes.set(topic, (this.sizes.get(topic) ?? 0) + 1)
    if (also) {
      const key = [topic, also].sort().join(' ')
      this.ties.set(key, (this.ties.get(key) ?? 0) + 1)
    }
    for (const term of terms)
      this.terms.set(`${topic} ${term}`, told(this.terms.get(`${topic} ${term}`), turn))
    for (const term of said) {
      if (!this.isName.has(term)) continue
      const known = this.names.get(term) ?? {
        count: told(undefined, turn),
        topics: new Map<string, number>(),
      }
      told(known.count, turn)
      known.topics.set(topic, (known.topics.get(topic) ?? 0) + 1)
      this.names.set(term, known)
    }
  }

  /** A topic's own terms, those that tell most about its turns first. */
  termsOfTopic(topic: string): TopicTerm[] {
    const own = this.topicWords.flatMap(([term, of, idf]) => {
      const count = of === topic ? this.terms.get(`${topic} ${term}`) : undefined
      return count ? [{ term, count, worth: count.turns * idf }] : []
    })
    return own
      .sort((a, b) => b.worth - a.worth || (a.term < b.term ? -1 : 1))
      .slice(0, limits.shownTerms)
      .map(({ term, count }) => ({
        term,
        word: this.candidates.get(term)?.word ?? term,
        turns: idsOf(count),
      }))
  }

  /** Pairs of topics with the turns that speak of both. */
  tied(): { from: string; to: string; ties: number }[] {
    return [...this.ties].map(([key, ties]) => {
      const [from = '', to = ''] = key.split(' ')
      return { from, to, ties }
    })
  }

  /** Names that at least two topics say at least twice each. */
  sharedNames(): SharedName[] {
    const shared = [...this.names].flatMap(([term, { count, topics }]) => {
      const often = [...topics].filter(([, turns]) => turns > 1).sort(([a], [b]) => (a < b ? -1 : 1))
      const turns = often.reduce((sum, [, turns]) => sum + turns, 0)
      return often.length > 1 ? [{ name: this.isName.get(term) ?? term, topics: often, turns, count }] : []
    })
    return shared
      .sort((a, b) => b.turns - a.turns || (a.name < b.name ? -1 : 1))
      .slice(0, limits.names)
      .map(({ name, topics, count }) => ({ name, topics, turns: idsOf(count) }))
  }
}

const idsOf = ({ witnesses }: Count) => witnesses.map(({ id }) => id)

/** Witnesses from several conversations, so that one of them outlives a conversation. */
function told(count: Count = { turns: 0, witnesses: [] }, { id, conversationId }: TurnText): Count {
  count.turns++
  const { witnesses } = count
  if (witnesses.some((one) => one.id === id)) return count
  const isNew = witnesses.every((one) => one.conversationId !== conversationId)
  if (isNew ? witnesses.length < limits.witnesses : witnesses.length < limits.witnesses / 2)
    witnesses.push({ id, conversationId })
  return count
}
