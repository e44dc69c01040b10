import { buildItem, buildSection, type PromptItem } from '@/lib/prompts/fence'
import { itemOf } from '@/lib/prompts/item'
import { limits } from '@/lib/shared/limits'
import type { Passage } from './recall'

/** A passage as an item of the prompt; items with the same `excerpt` belong together. */
export type ExcerptItem<P> = { passage: P; item: PromptItem; excerpt: number }
type Excerpt<P> = { turns: { passage: P; pieces: P[] }[] }

/** The note above recalled material, wherever it stands. */
export const RECALLED_NOTE =
  'Excerpts of earlier turns that were looked up for this turn; excerpt=A-B opens a stretch of several turns.'

const day = (at: string) => at.slice(0, 10)

/** What pieces belong to: their turn, or the file or summary that was found itself. */
const sourceOf = ({ turnId, other }: Passage) => other?.id ?? turnId

/** Passages by their turns, turns that follow each other on one path side by side, the best first. */
function joined<P extends Passage>(passages: readonly P[]): Excerpt<P>[] {
  const turns = new Map<string, P[]>()
  for (const passage of passages)
    turns.set(sourceOf(passage), [...(turns.get(sourceOf(passage)) ?? []), passage])
  const place = new Map<string, Excerpt<P>>()
  const excerpts: Excerpt<P>[] = []
  const attach = (excerpt: Excerpt<P>, more: Excerpt<P>['turns'], before: boolean) => {
    if (excerpt.turns.length + more.length > limits.recall.joinTurns) return false
    excerpt.turns[before ? 'unshift' : 'push'](...more)
    for (const { passage } of more) place.set(passage.turnId, excerpt)
    return true
  }
  for (const pieces of turns.values()) {
    const [passage] = pieces
    if (!passage) continue
    const own = { turns: [{ passage, pieces }] }
    if (passage.other) {
      excerpts.push(own)
      continue
    }
    const before = passage.parentId === null ? undefined : place.get(passage.parentId)
    const isEnd = before?.turns.at(-1)?.passage.turnId === passage.parentId
    const after = excerpts.find(
      ({ turns: [first] }) => first?.passage.parentId === passage.turnId && !first.passage.other,
    )
    if (before && isEnd && attach(before, own.turns, false)) {
      if (after && after !== before && attach(before, after.turns, false))
        excerpts.splice(excerpts.indexOf(after), 1)
      continue
    }
    if (after && attach(after, own.turns, true)) continue
    place.set(passage.turnId, own)
    excerpts.push(own)
  }
  const first = new Map(passages.map((passage, i) => [sourceOf(passage), i] as const).reverse())
  const bestOf = ({ turns }: Excerpt<P>) =>
    Math.min(...turns.map(({ passage }) => first.get(sourceOf(passage)) ?? 0))
  return excerpts.sort((a, b) => bestOf(a) - bestOf(b))
}

/**
 * Passages as items of a prompt: neighbouring turns stand in their order as one excerpt, the excerpt with the best passage first.
 *
 *     --- turn=7 who=user date=2023-05-08 score=0.83 excerpt=7-8
 *     --- turn=7 who=assistant
 *     --- turn=8 who=user
 *
 * An excerpt stays in pieces of one turn each, with the turn's number and, elsewhere than in conversation `here`, its conversation: what is forgotten later is taken out by them exactly.
 * A file that was found itself says its path (`file=notes/plan.md`), a roll-up its turns (`from=1 to=10`).
 * What all pieces share is said once: score and date by the first, a date again where it changes. `product` = who answered in the conversation it was imported with. A turn that its number does not name here (of another conversation or branch) says its context once.
 */
export function excerptItems<P extends Passage>(passages: readonly P[], here: string): ExcerptItem<P>[] {
  return joined(passages).flatMap(({ turns }, excerpt) => {
    const [first, last] = [turns[0]?.passage, turns.at(-1)?.passage]
    const best = Math.max(...turns.flatMap(({ pieces }) => pieces.map(({ score }) => score)))
    let date = ''
    return turns.flatMap(({ pieces }, turn) =>
      pieces.map((passage, piece) => {
        const dated = day(passage.at) === date ? undefined : day(passage.at)
        date = day(passage.at)
        const opens = turn === 0 && piece === 0
        const { file, covers } = passage.other ?? {}
        const range = covers && covers.from < covers.to ? covers : null
        const attributes = {
          ...(range ?? { turn: passage.turnNumber }),
          who: passage.who,
          file,
          speaker: passage.speaker,
          product: passage.product,
          date: dated,
          context: piece === 0 && !passage.onPath ? passage.contextId : undefined,
          score: opens ? best.toFixed(2) : undefined,
          excerpt: opens && first !== last ? `${first?.turnNumber}-${last?.turnNumber}` : undefined,
          conversation: passage.conversationId === here ? undefined : passage.conversationId,
        }
        return { passage, item: itemOf(attributes, passage.text, passage.source), excerpt }
      }),
    )
  })
}

/** Tokens of passages as the section of a prompt; a counter for one recall, which asks about growing lists. */
export function excerptCounter(
  countTokens: (text: string) => number,
  here: string,
): (passages: readonly Passage[]) => number {
  const known = new Map<string, number>()
  const count = (text: string) => {
    const tokens = known.get(text) ?? countTokens(text)
    known.set(text, tokens)
    return tokens
  }
  const head = buildSection({ name: 'recalled', note: RECALLED_NOTE, items: [] })
  return (passages) =>
    passages.length
      ? excerptItems(passages, here).reduce(
          (sum, { item }) => sum + count(`${buildItem(item)}\n`),
          count(`${head}\n`),
        )
      : 0
}
