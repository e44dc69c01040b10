import { NOTHING_OUTSIDE, type OutsideTurns } from '@/lib/db/memory/outside'
import type { WindowTurn } from '@/lib/memory/context/window'
import { limits } from '@/lib/shared/limits'
import { fitItems, sizeOf, tokensOf } from './fit'
import { windowItems } from './sections'

/**
 * The chosen turns that the prompt has room for. `whole` = the first uncut turn, or `before`; earlier turns
 * need their summaries.
 */
export function fitWindow(
  chosen: WindowTurn[],
  before: number,
  countTokens: (text: string) => number,
  budget: number = limits.prompt.sections.window,
  outside: OutsideTurns = NOTHING_OUTSIDE,
): { turns: WindowTurn[]; whole: number; tokens: number } {
  const sized = windowItems(chosen, outside).map((candidate) => sizeOf(candidate, countTokens))
  const kept = fitItems(sized, budget, countTokens)
  const numbers = (some: typeof kept) => new Set(some.map((entry) => Number(entry.item.attributes.turn)))
  const shown = numbers(kept)
  const cut = numbers(kept.filter((entry) => entry.cut && entry.group !== undefined))
  const said = (number: number, who: string) =>
    kept.find(({ item: { attributes } }) => attributes.turn === String(number) && attributes.who === who)
      ?.item.text ?? ''
  // Keeps cut texts, so that no step counts them whole again.
  const turns = chosen
    .filter((turn) => shown.has(turn.number))
    .map((turn) =>
      cut.has(turn.number)
        ? { ...turn, userText: said(turn.number, 'user'), answer: said(turn.number, 'assistant') }
        : turn,
    )
  return {
    turns,
    whole: turns.find((turn) => !cut.has(turn.number))?.number ?? before,
    tokens: tokensOf(kept),
  }
}
