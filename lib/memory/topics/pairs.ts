import type { TurnText } from '@/lib/db/turns/turn-texts'
import { type Count, none, noted } from './witnesses'
import { messagesOf, wordsIn } from './words'

type Pair = { topic: string; terms: readonly [string, string]; count: Count; surfaces: Map<string, number> }
/** Turns in which two terms must be adjacent before they are treated as one name. */
const LEAST = 2

/**
 * Terms that stand next to each other, such as "Rotary club", so that a topic is not named "club, Rotary".
 */
export class Pairs {
  private readonly pairs = new Map<string, Pair>()

  constructor(private readonly isTerm: (term: string) => boolean) {}

  add(topic: string, turn: TurnText) {
    const said = new Set<Pair>()
    for (const text of messagesOf(turn)) {
      let before: { term: string; word: string; end: number } | null = null
      for (const { term, word, start } of wordsIn(text)) {
        const isNext = before && start === before.end + 1 && text[before.end] === ' '
        if (before && isNext && before.term !== term && this.isTerm(before.term) && this.isTerm(term)) {
          const pair = this.pairOf(topic, [before.term, term])
          const surface = `${before.word} ${word}`
          pair.surfaces.set(surface, (pair.surfaces.get(surface) ?? 0) + 1)
          said.add(pair)
        }
        before = { term, word, end: start + word.length }
      }
    }
    for (const pair of said) noted(pair.count, turn)
  }

  /** Pairs that occur in at least half of the turns with one of their terms, most frequent first. */
  of(topic: string, turnsOf: (term: string) => number): Pair[] {
    return [...this.pairs.values()]
      .filter(({ topic: of, terms: [a, b], count: { turns } }) => {
        return of === topic && isName(turns, turnsOf(a), turnsOf(b))
      })
      .sort((a, b) => b.count.turns - a.count.turns || (wordOf(a) < wordOf(b) ? -1 : 1))
  }

  /** The same over all topics: what two terms that stand together are called. */
  ofAll(turnsOf: (term: string) => number): Pair[] {
    const sums = new Map<string, Pair>()
    for (const { terms, count, surfaces } of this.pairs.values()) {
      const key = terms.join(' ')
      const known = sums.get(key) ?? { topic: '', terms, count: none(), surfaces }
      known.count.turns += count.turns
      known.count.witnesses.push(...count.witnesses)
      sums.set(key, known)
    }
    return [...sums.values()]
      .filter(({ terms: [a, b], count: { turns } }) => isName(turns, turnsOf(a), turnsOf(b)))
      .sort((a, b) => b.count.turns - a.count.turns || (wordOf(a) < wordOf(b) ? -1 : 1))
  }

  private pairOf(topic: string, terms: readonly [string, string]): Pair {
    const key = [topic, ...terms].join(' ')
    const known = this.pairs.get(key)
    if (known) return known
    const made = { topic, terms, count: none(), surfaces: new Map() }
    this.pairs.set(key, made)
    return made
  }
}

const isName = (together: number, a: number, b: number) => together >= LEAST && together * 2 >= Math.min(a, b)

/** As it is written most often. */
export const wordOf = ({ surfaces }: Pick<Pair, 'surfaces'>): string =>
  [...surfaces].sort(([a, m], [b, n]) => n - m || (a > b ? -1 : 1))[0]?.[0] ?? ''
