import { NOTHING_OUTSIDE, type OutsideTurns } from '@/lib/db/memory/outside'
import type { WindowTurn } from '@/lib/memory/context/window'
import { ownLabel } from '@/lib/prompts/labels'
import { limits } from '@/lib/shared/limits'
import { type Candidate, fitItems, sizeOf, tokensOf } from './fit'
import { groupOf, referredItems, windowItems } from './window-items'

const LEFT_OUT = '(The beginning of this answer is left out.) ...'
/** Times are equally long in all zones. */
const ANY_ZONE = 'UTC'

/**
 * The chosen turns that the prompt has room for. `whole` = the first uncut turn, or `before`; earlier turns
 * need their summaries. `goesOn` = the last answer is to be continued, so that its end is kept.
 */
export function fitWindow(
  chosen: WindowTurn[],
  before: number,
  countTokens: (text: string) => number,
  budget: number = limits.prompt.sections.window,
  outside: OutsideTurns = NOTHING_OUTSIDE,
  goesOn = false,
): { turns: WindowTurn[]; whole: number; tokens: number } {
  const last = groupOf(chosen.at(-1)?.number ?? 0)
  const items = windowItems(chosen, ANY_ZONE, outside).map((one) =>
    goesOn && one.group === last && one.item.attributes.who === 'assistant'
      ? { ...one, keepsEnd: true, mark: LEFT_OUT }
      : one,
  )
  const { turns, cut, tokens } = fitTurns(items, chosen, countTokens, budget)
  return { turns, whole: turns.find((turn) => !cut.has(ownLabel(turn.number)))?.number ?? before, tokens }
}

/** The turns whose items have room, with texts cut as they will be shown. `cut` = labels of those. */
function fitTurns(
  items: Candidate[],
  turns: WindowTurn[],
  countTokens: (text: string) => number,
  budget: number,
) {
  const kept = fitItems(
    items.map((candidate) => sizeOf(candidate, countTokens)),
    budget,
    countTokens,
  )
  const labels = (some: typeof kept) => new Set(some.map((entry) => entry.item.attributes.id))
  const shown = labels(kept)
  const cut = labels(kept.filter((entry) => entry.cut && entry.group !== undefined))
  const said = (number: number, who: string) =>
    kept.find(({ item: { attributes } }) => attributes.id === ownLabel(number) && attributes.who === who)
      ?.item.text ?? ''
  // Keeps cut texts, so that no step counts them whole again.
  const asShown = turns
    .filter((turn) => shown.has(ownLabel(turn.number)))
    .map((turn) =>
      cut.has(ownLabel(turn.number))
        ? { ...turn, userText: said(turn.number, 'user'), answer: said(turn.number, 'assistant') }
        : turn,
    )
  return { turns: asShown, cut, tokens: tokensOf(kept) }
}

/** Turns that the message refers to, each cut to its share of the room. */
export function fitReferred(
  turns: WindowTurn[],
  countTokens: (text: string) => number,
  budget: number,
  outside: OutsideTurns = NOTHING_OUTSIDE,
): { turns: WindowTurn[]; tokens: number } {
  const share = Math.floor(budget / Math.max(1, turns.length))
  const fitted = turns.map((turn) =>
    fitTurns(referredItems([turn], ANY_ZONE, outside), [turn], countTokens, share),
  )
  return {
    turns: fitted.flatMap((one) => one.turns),
    tokens: fitted.reduce((sum, one) => sum + one.tokens, 0),
  }
}
