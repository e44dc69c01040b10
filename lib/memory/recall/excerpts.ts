import { ageInWords } from '@/lib/base/age'
import { buildItem, buildSection, type PromptItem } from '@/lib/prompts/fence'
import { itemOf } from '@/lib/prompts/item'
import { limits } from '@/lib/shared/limits'
import { marker } from './newer'
import type { Passage } from './passage'
import type { Scene } from './recall-query'

/** A passage as an item of the prompt; items with the same `excerpt` belong together. */
type ExcerptItem<P> = { passage: P; item: PromptItem; excerpt: number }

/** The note above recalled material, wherever it stands. */
export const RECALLED_NOTE =
  'Excerpts of earlier turns that were looked up for this turn, oldest first; excerpt=A-B opens a stretch of several turns.'

/** A time as prompts show it: UTC, to the second. */
export const timeInPrompt = (at: string) => `${new Date(at).toISOString().slice(0, 19)}Z`

/** What pieces belong to: their turn, or the file or summary that was found itself. */
const sourceOf = ({ turnId, other }: Passage) => other?.id ?? turnId

/** Passages by their turns, oldest first, in stretches of turns that follow each other on one path. */
function stretches<P extends Passage>(passages: readonly P[]): [P, ...P[]][][] {
  const turns = new Map<string, [P, ...P[]]>()
  for (const passage of passages) {
    const pieces = turns.get(sourceOf(passage))
    if (pieces) pieces.push(passage)
    else turns.set(sourceOf(passage), [passage])
  }
  const inOrder = (a: P, b: P) => {
    if (a.conversationId === b.conversationId) return (a.turnNumber ?? 0) - (b.turnNumber ?? 0)
    return a.conversationId < b.conversationId ? -1 : 1
  }
  const sorted = [...turns.values()].sort(([a], [b]) => Date.parse(a.at) - Date.parse(b.at) || inOrder(a, b))
  const found: [P, ...P[]][][] = []
  for (const turn of sorted) {
    const open = found.at(-1)
    const last = open?.at(-1)?.[0]
    const follows = last && !last.other && !turn[0].other && turn[0].parentId === last.turnId
    if (open && follows && open.length < limits.recall.joinTurns) open.push(turn)
    else found.push([turn])
  }
  return found
}

/**
 * Passages as items of a prompt, oldest first: conversations interleave by time, turns that follow each other
 * are one excerpt.
 *
 *     --- turn=7 who=user date=2023-05-08T10:14:05Z age=3-days score=0.83 excerpt=7-8
 *     --- turn=7 who=assistant date=2023-05-08T10:14:05Z age=3-days
 *     --- turn=8 who=user date=2023-05-08T10:15:41Z age=3-days newer=turn7
 *
 * Each item is of one turn and says its number, its time and, elsewhere than in the conversation that asks,
 * its conversation: what is forgotten later is taken out by them exactly. `newer=turn7` = it is later than
 * turn 7 and speaks of the same subject, `older=` the other way round; turns of the window count too. A file
 * that was found itself says its path (`file=notes/plan.md`), a roll-up its turns (`from=1 to=10`). An
 * excerpt says its score once. `product` = who answered in the conversation it was imported with. A turn that
 * its number does not name here (of another conversation or branch) says its context once.
 */
export function excerptItems<P extends Passage>(
  passages: readonly P[],
  scene: Scene,
  marksOf = marker(scene),
): ExcerptItem<P>[] {
  const marks = new Map(marksOf(passages).map((mark, i) => [passages[i], mark] as const))
  return stretches(passages).flatMap((turns, excerpt) => {
    const [first, last] = [turns[0]?.[0], turns.at(-1)?.[0]]
    const best = Math.max(...turns.flatMap((pieces) => pieces.map(({ score }) => score)))
    return turns.flatMap((pieces, turn) =>
      pieces.map((passage, piece) => {
        const opens = turn === 0 && piece === 0
        const { file, covers } = passage.other ?? {}
        const range = covers && covers.from < covers.to ? covers : null
        const attributes = {
          ...(range ?? { turn: passage.turnNumber }),
          who: passage.who,
          file,
          speaker: passage.speaker,
          product: passage.product,
          date: timeInPrompt(passage.at),
          age: ageInWords(new Date(passage.at), scene.now),
          context: piece === 0 && !passage.onPath ? passage.contextId : undefined,
          score: opens ? best.toFixed(2) : undefined,
          excerpt: opens && first !== last ? `${first?.turnNumber}-${last?.turnNumber}` : undefined,
          conversation: passage.conversationId === scene.conversationId ? undefined : passage.conversationId,
          ...marks.get(passage),
        }
        return { passage, item: itemOf(attributes, passage.text, passage.source), excerpt }
      }),
    )
  })
}

/**
 * Tokens of passages as the section of a prompt; a counter for one recall, which asks about growing lists.
 */
export function excerptCounter(
  countTokens: (text: string) => number,
  scene: Scene,
): (passages: readonly Passage[]) => number {
  const known = new Map<string, number>()
  const count = (text: string) => {
    const tokens = known.get(text) ?? countTokens(text)
    known.set(text, tokens)
    return tokens
  }
  const marksOf = marker(scene)
  const head = buildSection({ name: 'recalled', note: RECALLED_NOTE, items: [] })
  return (passages) =>
    passages.length
      ? excerptItems(passages, scene, marksOf).reduce(
          (sum, { item }) => sum + count(`${buildItem(item)}\n`),
          count(`${head}\n`),
        )
      : 0
}
