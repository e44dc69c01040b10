import type { TurnText } from '@/lib/db/turns/turn-texts'
import { messagesOf, wordsIn } from './words'

/** The best topic of a turn, and a second one with at least half the weight. */
export type Assigned = { topic: string | null; also: string | null; terms: string[] }

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

  best(said: Iterable<string>): Assigned {
    const sums = new Map<string, number>()
    const terms: string[] = []
    for (const term of said) {
      const found = this.topicOf.get(term)
      if (!found) continue
      terms.push(term)
      sums.set(found.topic, (sums.get(found.topic) ?? 0) + found.idf)
    }
    const [best, second] = [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const also = best && second && second[1] * 2 >= best[1] ? second[0] : null
    return { topic: best?.[0] ?? null, also, terms }
  }
}

/** The different terms of a turn. */
export function termsOf(turn: Pick<TurnText, 'userText' | 'answer' | 'messages'>): Set<string> {
  const terms = new Set<string>()
  for (const text of messagesOf(turn)) for (const { term } of wordsIn(text)) terms.add(term)
  return terms
}
