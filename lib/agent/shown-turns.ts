import type { Passage } from '@/lib/memory/recall'
import { parse } from '@/lib/prompts/fence'
import type { Plan } from './prompt-plan'

/** Turns that prompts have shown: spans of numbers of this path, and turns of other conversations, their ids by their numbers there. */
export type ShownTurns = { spans: Map<string, { from: number; to: number }>; elsewhere: Map<number, string>; recalled: Map<string, string> }
export const noTurns = (): ShownTurns => ({ spans: new Map(), elsewhere: new Map(), recalled: new Map() })

const SECTIONS = new Set(['summaries', 'window', 'recalled'])
const placeOf = (conversationId: string, number: number | null) => `${conversationId} ${number}`

/** Notes whose turns recalled passages are, for when a prompt shows them. */
export function noteRecalled(shown: ShownTurns, passages: Passage[]) {
  for (const { conversationId, turnNumber, turnId } of passages) shown.recalled.set(placeOf(conversationId, turnNumber), turnId)
}

/** Adds what a prompt shows: its sections, and what recalls gave back as tool results. */
export function showTurns(shown: ShownTurns, { user, exchanges }: Pick<Plan, 'user' | 'exchanges'>) {
  const texts = [user, ...exchanges.flatMap((exchange) => exchange.results.filter((result) => result.name === 'recall_context').map((result) => result.text))]
  for (const section of texts.flatMap(parse)) {
    if (!SECTIONS.has(section.name)) continue
    for (const { attributes } of section.items) {
      const [from, to] = [Number(attributes.turn ?? attributes.from), Number(attributes.turn ?? attributes.to)]
      if (!Number.isInteger(from) || !Number.isInteger(to)) continue
      const other = attributes.conversation === undefined ? null : shown.recalled.get(placeOf(attributes.conversation, from))
      if (other === null) shown.spans.set(`${from}-${to}`, { from, to })
      else if (other) shown.elsewhere.set(from, other)
    }
  }
}

export const isShown = ({ spans }: ShownTurns, number: number) => [...spans.values()].some(({ from, to }) => from <= number && number <= to)
