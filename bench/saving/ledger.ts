import type { MemorySums, UsagePoint, UsageReport } from '@/lib/shared/usage/usage'
import {
  addTo,
  type Baseline,
  cumulative,
  noSums,
  savingOf,
  totalsOf,
  withMemory,
} from '@/lib/shared/usage/usage-maths'
import { mean, median } from '../bench'

/** A replayed conversation with one point per turn. */
export type Replayed = Pick<UsageReport, 'points'>

/** Totals over conversations after `length` turns, and the share saved by the last of these turns alone. */
export type Measured = {
  conversations: number
  taken: number
  baseline: number
  saved: number
  turnSaved: number
}
export function savedAfter(
  length: number,
  replayed: readonly Replayed[],
  baseline: Baseline,
): Measured | null {
  const long = replayed.filter(({ points }) => points.length >= length)
  if (long.length === 0) return null
  const sums = long.map((one): MemorySums => cumulative(one.points)[length - 1] ?? noSums())
  const [taken, whole] = [mean(sums.map(withMemory)), mean(sums.map((one) => one[baseline]))]
  return {
    conversations: long.length,
    taken,
    baseline: whole,
    saved: 1 - taken / whole,
    turnSaved: mean(long.flatMap(({ points }) => savingOf(points[length - 1] as UsagePoint, baseline).share)),
  }
}

/**
 * The first turn from which the baseline's running total stays at or above the actual one; Infinity = never.
 */
function breakEvenOf(replayed: Replayed, baseline: Baseline): number {
  const below = cumulative(replayed.points).findLastIndex((sums) => sums[baseline] < withMemory(sums))
  return below === replayed.points.length - 1 ? Number.POSITIVE_INFINITY : below + 2
}
export const usualBreakEven = (all: readonly Replayed[], baseline: Baseline) =>
  median(all.map((one) => breakEvenOf(one, baseline)))

/** Mean tokens per turn by prompt section, all calls included, over turns `from` to `to`. */
export function madeOf(all: readonly Replayed[], from: number, to: number): string {
  const points = all.flatMap((one) => one.points.slice(from - 1, to))
  const { answers, upkeep, prompts } = totalsOf(points)
  const sections: Record<string, number> = {}
  for (const point of points)
    for (const [name, tokens] of Object.entries(point.sections)) addTo(sections, name, tokens)
  const each = (tokens: number) => Math.round(tokens / points.length)
  const named = (parts: Record<string, number>) =>
    Object.entries(parts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, tokens]) => `${name} ${each(tokens)}`)
      .join(', ')
  return `Turns ${from}-${to}, mean per turn: prompts ${each(prompts)}, answers ${each(answers)}, memory’s own calls ${each(upkeep)}. By section: ${named(sections)}.`
}
