import { contentPath } from '@/lib/db/memory/context-parts'
import { buildItem, buildSection, itemOf } from '@/lib/prompts/fence'
import { ageInWords } from '@/lib/shared/age'
import { groupBy } from '@/lib/shared/group-by'
import { limits } from '@/lib/shared/limits'
import { timeIn } from '@/lib/shared/time/day'
import { withoutFarMarks, withoutMarks } from '@/lib/shared/turn/citations'
import { marker, turnName } from './newest'
import type { Passage, Scene } from './recall-query'

export const RECALLED_NOTE = 'Excerpts of earlier turns that were looked up for this turn, oldest first.'

export const zoneNote = (zone: string) => `Times are in ${zone}.`

/** A number in a mark means a turn of the text's own conversation. */
const markless = ({ text, conversationId }: Passage, scene: Scene) =>
  conversationId === scene.conversationId ? withoutFarMarks(text) : withoutMarks(text)

const sourceOf = ({ turnId, other }: Passage) => other?.id ?? turnId

/** Passages by turn, oldest first, grouped into runs of consecutive turns of one path. */
function stretches<P extends Passage>(passages: readonly P[]): [P, ...P[]][][] {
  const turns = groupBy(passages, sourceOf)
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
 * Passages as prompt items, oldest first. Conversations interleave by time; consecutive turns are one
 * `excerpt`, which stays together.
 *
 *     --- id=b7 who=user date=2023-05-08T10:14:05 age=3-days (later changed: see b8)
 *     --- id=b7 who=assistant
 *     --- id=b8 who=user date=2023-05-08T10:15:41 age=3-days
 *
 * An item has the label of its turn; the first one of a turn has its time. A file has its path
 * (`file=notes/plan.md`), a roll-up its turns (`from=1 to=10`). `product` = the assistant that answered in an import.
 */
export function excerptItems<P extends Passage>(
  passages: readonly P[],
  scene: Scene,
  marksOf = marker(scene),
) {
  const marks = new Map(marksOf(passages).map((mark, i) => [passages[i], mark] as const))
  return stretches(passages).flatMap((turns, excerpt) =>
    turns.flatMap((pieces) =>
      pieces.map((passage, piece) => {
        const { turnNumber: number, other: { file, covers } = {} } = passage
        const attributes = {
          id: number === null ? undefined : turnName({ ...passage, number }, scene),
          ...(covers && covers.from < covers.to ? covers : {}),
          who: passage.who,
          file: file ?? contentPath(passage),
          speaker: passage.speaker,
          product: passage.product,
          // The person's own words are quoted in part as a rule.
          cut: passage.cut && passage.who !== 'user' ? 'yes' : undefined,
          outdated: passage.outdated ? 'yes' : undefined,
          date: piece === 0 ? timeIn(new Date(passage.at), scene.zone) : undefined,
          age: piece === 0 ? ageInWords(new Date(passage.at), scene.now, scene.zone) : undefined,
          ...marks.get(passage),
        }
        const isOurs = passage.who === 'assistant' || passage.who === 'summary'
        const text = isOurs ? markless(passage, scene) : passage.text
        return { passage, item: itemOf(attributes, text, passage.source), excerpt }
      }),
    ),
  )
}

/** Whether passages fit into `budget` tokens. Each is sized once, alone, so slightly too large. */
export function excerptsFit(
  budget: number,
  countTokens: (text: string) => number,
  place: Omit<Scene, 'zone'>,
): (passages: readonly Passage[]) => boolean {
  // Times are equally long in all zones, and labels about so. Only what is shown gets one.
  const scene = { ...place, zone: 'UTC', labels: { of: ({ number }: { number: number }) => `b${number}` } }
  const sizes = new WeakMap<Passage, number>()
  const marksOf = marker(scene)
  const sizeOf = (passage: Passage, before: Passage | undefined) => {
    const known = sizes.get(passage)
    if (known !== undefined) return known
    // Only the first item of a turn has its time.
    const continues = before !== undefined && sourceOf(before) === sourceOf(passage)
    const items = excerptItems(continues ? [before, passage] : [passage], scene, () => [])
    const one = items.at(-1)
    const size = one ? countTokens(`${buildItem(one.item)}\n`) : 0
    sizes.set(passage, size)
    return size
  }
  const head = countTokens(`${buildSection({ name: 'recalled', note: RECALLED_NOTE, items: [] })}\n`)
  return (passages) => {
    const left = passages.reduce((sum, one, i) => sum - sizeOf(one, passages[i - 1]), budget - head)
    if (passages.length === 0 || left < 0) return passages.length === 0
    const marks = marksOf(passages).flatMap((mark) =>
      Object.values(mark).map((label) => ` (later changed: see ${label})`),
    )
    return countTokens(marks.join('')) <= left
  }
}
