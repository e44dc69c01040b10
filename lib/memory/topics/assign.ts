import type { TopicTerm } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { readTurn } from './words'

/**
 * The best topic of a turn, and a second one with at least half the weight. `only` = the best one's word if the
 * turn says just one.
 */
export type Assigned = { topic: string | null; also: string | null; terms: string[]; only: string | null }

/** A topic's strongest terms, those that name it first: one of them is enough for a turn to be about it. */
const ENOUGH = 3
/**
 * Whether a turn is about the topic it was assigned: it says two of its words, or one of the strongest, or its
 * conversation is about the topic.
 */
export const fits = (
  { topic, only }: Pick<Assigned, 'topic' | 'only'>,
  termsOfTopic: (topic: string) => readonly TopicTerm[],
  isOfConversation: (topic: string) => boolean,
): boolean =>
  topic !== null &&
  (only === null ||
    termsOfTopic(topic)
      .slice(0, ENOUGH)
      .some(({ term }) => term.split(' ').includes(only)) ||
    isOfConversation(topic))

/** Looks up the topics of terms: the same for a turn whenever it is looked at. */
export class Vocabulary {
  private readonly topicOf: Map<string, { topic: string; idf: number }>

  constructor(words: readonly (readonly [term: string, topic: string, idf: number])[]) {
    this.topicOf = new Map(words.map(([term, topic, idf]) => [term, { topic, idf }]))
  }

  /** The topic with the largest sum of idf of a turn's terms. */
  assign(turn: Pick<TurnText, 'userText' | 'answer' | 'messages'>): Assigned {
    return this.best(termsOf(turn))
  }

  /** The topic that a turn had before, if one of its terms is still that topic's; else null. */
  keptTopic = (before: string | null | undefined, terms: readonly string[]): string | null =>
    before && terms.some((term) => this.topicOf.get(term)?.topic === before) ? before : null

  best(said: Iterable<string>): Assigned {
    const found = new Map<string, { sum: number; terms: string[] }>()
    const terms: string[] = []
    for (const term of said) {
      const known = this.topicOf.get(term)
      if (!known) continue
      terms.push(term)
      const of = found.get(known.topic) ?? { sum: 0, terms: [] }
      found.set(known.topic, { sum: of.sum + known.idf, terms: [...of.terms, term] })
    }
    const [best, second] = [...found].sort(([a, m], [b, n]) => n.sum - m.sum || (a < b ? -1 : 1))
    const also = best && second && second[1].sum * 2 >= best[1].sum ? second[0] : null
    const only = best?.[1].terms.length === 1 ? (best[1].terms[0] ?? null) : null
    return { topic: best?.[0] ?? null, also, terms, only }
  }
}

/** The different terms of a turn. */
export function termsOf(turn: Pick<TurnText, 'userText' | 'answer' | 'messages'>): Set<string> {
  return new Set(readTurn(turn).texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? [])))
}
