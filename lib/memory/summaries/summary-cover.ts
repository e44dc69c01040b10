import { limits } from '@/lib/shared/limits'
import { cutToFit, injectedForm, overlap, type Range, type Summarised, shorten } from './summary-text'

/** A summary or roll-up that may be in the prompt. */
export type Piece = Summarised & { id: string; level: number }
type Count = (text: string) => number

/** The fewest roll-ups that cover the most: higher levels first, without overlaps or hidden turns. */
export function coverOf<RollUp extends Range & { level: number }>(
  rollUps: readonly RollUp[],
  hidden: readonly number[],
): RollUp[] {
  const chosen: RollUp[] = []
  for (const rollUp of [...rollUps].sort((a, b) => b.level - a.level || a.from - b.from)) {
    if (hidden.some((number) => number >= rollUp.from && number <= rollUp.to)) continue
    if (!chosen.some((other) => overlap(other, rollUp))) chosen.push(rollUp)
  }
  return chosen.sort((a, b) => a.from - b.from)
}

const tokensOf = (piece: Piece, count: Count) => count(injectedForm(piece))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function joined(pieces: Piece[], maxTokens: number, count: Count): Piece {
  const share = maxTokens / pieces.length
  const texts = pieces.map((piece) => cutToFit(piece.summary, (text) => count(text) <= share)).filter(Boolean)
  const [first, last] = [pieces[0], pieces.at(-1)]
  const level = Math.max(...pieces.map((piece) => piece.level))
  const id = pieces.map((piece) => piece.id).join(' ')
  const span = { from: first?.from ?? 0, to: last?.to ?? 0 }
  return shortenPiece({ ...span, level, id, summary: texts.join(' '), insights: [] }, maxTokens, count)
}
export const shortenPiece = (piece: Piece, maxTokens: number, count: Count): Piece => ({
  ...piece,
  ...shorten(piece, maxTokens, count),
})

/**
 * At most `limits.summary.olderItems` pieces for any length of history: older ones are merged in even groups.
 */
function squeeze(pieces: Piece[], count: Count): Piece[] {
  const { olderItems } = limits.summary
  if (pieces.length <= olderItems) return pieces
  const kept = pieces.slice(-Math.ceil(olderItems / 2))
  const rest = pieces.slice(0, -kept.length)
  const groups = olderItems - kept.length
  const size = sum(kept.map((piece) => tokensOf(piece, count))) / kept.length
  const bounds = Array.from({ length: groups + 1 }, (_, i) => Math.round((i * rest.length) / groups))
  return [...bounds.slice(1).map((end, i) => joined(rest.slice(bounds[i], end), size, count)), ...kept]
}

/** As many of the newest as fit in full, the last of them cut if something remains of it; the order stays. */
function newestWithin(pieces: Piece[], budget: number, count: Count): Piece[] {
  const kept: Piece[] = []
  let left = budget
  for (const piece of [...pieces].reverse()) {
    const fits = tokensOf(piece, count) <= left
    if (!fits && left < limits.summary.minItemTokens) break
    const fitting = fits ? piece : shortenPiece(piece, left, count)
    if (!fitting.summary) break
    kept.unshift(fitting)
    left -= tokensOf(fitting, count)
  }
  return kept
}

/** Every piece, cut to equal shares if they do not fit. The oldest are dropped if shares would be useless. */
function allWithin(pieces: Piece[], budget: number, count: Count): Piece[] {
  if (sum(pieces.map((piece) => tokensOf(piece, count))) <= budget) return pieces
  const most = Math.floor(budget / limits.summary.minItemTokens)
  const kept = most > 0 ? pieces.slice(-most) : []
  return kept
    .map((piece) => shortenPiece(piece, budget / kept.length, count))
    .filter((piece) => piece.summary)
}

/** Summaries and roll-ups within the budget, oldest first; recent ones first, but never with all of it. */
export function fitPieces(older: Piece[], recent: Piece[], budget: number, count: Count): Piece[] {
  const total = (pieces: Piece[]) => sum(pieces.map((piece) => tokensOf(piece, count)))
  const squeezed = squeeze(older, count)
  const reserved = Math.min(total(squeezed), budget * limits.summary.olderShare)
  const fresh = newestWithin(recent, budget - reserved, count)
  return [...allWithin(squeezed, budget - total(fresh), count), ...fresh]
}
