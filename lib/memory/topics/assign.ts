import type { TopicTerm } from '@/lib/db/memory/topics'
import type { TurnText } from '@/lib/db/turns/turn-texts'
import { readTurn } from './words'

/** The best topic of some turns, and a second with half its weight. `only` = its word, if just one. */
export type Assigned = { topic: string | null; also: string | null; only: string | null }

/** A topic's strongest terms, those that name it first: one of them is enough for a turn to be about it. */
const ENOUGH = 3
/** Whether a turn is about the topic it was assigned: two of its words are said there, or one of the strongest. */
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

/** The different terms of a turn. */
export function termsOf(turn: Pick<TurnText, 'userText' | 'answer' | 'messages'>): Set<string> {
  return new Set(readTurn(turn).texts.flatMap(({ words }) => words.flatMap(({ term }) => term ?? [])))
}
