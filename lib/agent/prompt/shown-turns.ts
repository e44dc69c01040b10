import type { Passage } from '@/lib/memory/recall/passage'
import { parse } from '@/lib/prompts/fence'
import type { Plan } from './plan'

/** Turns that prompts have shown: spans of numbers of this path, and turns of other conversations by their places, the last one shown last. */
export type ShownTurns = {
  spans: Map<string, { from: number; to: number }>
  elsewhere: Map<string, { number: number; turnId: string }>
  recalled: Map<string, string>
}
export const noTurns = (): ShownTurns => ({ spans: new Map(), elsewhere: new Map(), recalled: new Map() })

const SECTIONS = new Set(['summaries', 'window', 'recalled'])
export const placeOf = (conversationId: string, number: number | null) => `${conversationId} ${number}`

/** Notes whose turns recalled passages are, for when a prompt shows them. */
export function noteRecalled(shown: ShownTurns, passages: Passage[]) {
  for (const { conversationId, turnNumber, turnId } of passages)
    shown.recalled.set(placeOf(conversationId, turnNumber), turnId)
}

/** Adds what a prompt shows: its sections, and what recalls gave back as tool results. */
export function showTurns(shown: ShownTurns, { user, exchanges }: Pick<Plan, 'user' | 'exchanges'>) {
  const texts = [
    user,
    ...exchanges.flatMap((exchange) =>
      exchange.results.filter((result) => result.name === 'recall_context').map((result) => result.text),
    ),
  ]
  for (const section of texts.flatMap(parse)) {
    if (!SECTIONS.has(section.name)) continue
    for (const { attributes } of section.items) {
      const [from, to] = [
        Number(attributes.turn ?? attributes.from),
        Number(attributes.turn ?? attributes.to),
      ]
      if (!Number.isInteger(from) || !Number.isInteger(to)) continue
      if (attributes.conversation === undefined) {
        shown.spans.set(`${from}-${to}`, { from, to })
        continue
      }
      const place = placeOf(attributes.conversation, from)
      const turnId = shown.recalled.get(place)
      if (turnId) shown.elsewhere.set(place, { number: from, turnId })
    }
  }
}

export const isShown = ({ spans }: ShownTurns, number: number) =>
  [...spans.values()].some(({ from, to }) => from <= number && number <= to)
