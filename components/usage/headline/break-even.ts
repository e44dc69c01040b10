import type { UsageReport } from '@/lib/shared/usage/usage'
import { rowsOf, savingOf, totalsOf } from '@/lib/shared/usage/usage-maths'

/** Fewer turns show no trend. */
export const TREND_TURNS = 4
const FURTHEST_TURNS = 1_000

/**
 * The turn from which memory will have saved more than it cost against plain chat, if the conversation
 * continues like this: a least-squares line through the saving of each turn, added to the balance so far.
 * Null = not in sight.
 */
export function breakEven(report: Pick<UsageReport, 'points' | 'outside'>): number | null {
  const turns = report.points.reduce((sum, point) => sum + point.turns, 0)
  const last = report.points.at(-1)?.to ?? 0
  if (turns < TREND_TURNS || report.points.length < 2) return null
  const each = report.points.map((point) => ({
    at: (point.from + point.to) / 2,
    saved: savingOf(point, 'plainChat').tokens / point.turns,
    weight: point.turns,
  }))
  const mean = (of: (one: (typeof each)[number]) => number) =>
    each.reduce((sum, one) => sum + of(one) * one.weight, 0) / turns
  const [at, saved] = [mean((one) => one.at), mean((one) => one.saved)]
  const slope =
    mean((one) => (one.at - at) * (one.saved - saved)) / mean((one) => (one.at - at) * (one.at - at))
  let balance = savingOf(totalsOf(rowsOf(report)), 'plainChat').tokens
  for (let turn = last; turn <= last + FURTHEST_TURNS; turn++) {
    if (balance >= 0) return turn
    balance += saved + slope * (turn + 1 - at)
  }
  return null
}
