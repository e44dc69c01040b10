import type { TurnText } from '@/lib/db/turns/turn-texts'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'
import { readTurn } from './words'

type Pair = { terms: readonly [string, string]; count: Count; surfaces: Map<string, number> }
/** Turns in which two terms must be adjacent before they are treated as one name. */
const LEAST = 2

/** Names whose words stand next to each other, such as "Rotary Club". */
export class Pairs {
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
    for (const pair of said) noted(pair.count, turn)
  }

  /** Pairs that occur in at least half of the turns with one of their terms, most frequent first. */
  all(turnsOf: (term: string) => number): Pair[] {
    return [...this.pairs.values()]
      .filter(({ terms: [a, b], count: { turns } }) => isName(turns, turnsOf(a), turnsOf(b)))
      .sort((a, b) => b.count.turns - a.count.turns || (wordOf(a) < wordOf(b) ? -1 : 1))
  }

  private pairOf(terms: readonly [string, string]): Pair {
    const key = terms.join(' ')
    const known = this.pairs.get(key)
    if (known) return known
    const made = { terms, count: none(), surfaces: new Map() }
    this.pairs.set(key, made)
    return made
  }
}

const isName = (together: number, a: number, b: number) => together >= LEAST && together * 2 >= Math.min(a, b)

/** As it is written most often. */
export const wordOf = ({ surfaces }: Pick<Pair, 'surfaces'>): string =>
  [...surfaces].sort(([a, m], [b, n]) => n - m || (a > b ? -1 : 1))[0]?.[0] ?? ''

/** How many turns contain something, and examples of them. */
export type Count = { turns: number; witnesses: { id: string; conversationId: string }[] }

/** Counts a turn. Witnesses come from several conversations, so that deleting one leaves others. */
export function noted(count: Count, { id, conversationId }: { id: string; conversationId: string }): Count {
  count.turns++
  const { witnesses } = count
  if (witnesses.some((one) => one.id === id)) return count
  const isNew = witnesses.every((one) => one.conversationId !== conversationId)
  if (isNew ? witnesses.length < limits.witnesses : witnesses.length < limits.witnesses / 2)
    witnesses.push({ id, conversationId })
  return count
}
export const none = (): Count => ({ turns: 0, witnesses: [] })
export const idsOf = ({ witnesses }: Count) => witnesses.map(({ id }) => id)
