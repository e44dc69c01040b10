import type { DepthOutcomes } from '@/lib/db/learning/uses/outcomes'
import type { Outcomes, Worse } from '@/lib/shared/learning/consolidation'
import { limitsOfLearning } from '@/lib/shared/limits/learning'

/**
 * The record of a strategy if turns that cited it do measurably worse than similar ones, else null: at least
 * `leastCited` judged turns, and a one-sided p below `worseBelow`. Similar turns have the same depth.
 */
export function worseThanSimilar(depths: readonly DepthOutcomes[]): Worse | null {
  const used = sum(depths.map((depth) => depth.used))
  const similar = sum(depths.map((depth) => depth.similar))
  const isWorse = used.turns >= limitsOfLearning.leastCited && pOfWorse(depths) < limitsOfLearning.worseBelow
  return isWorse ? { used, similar } : null
}

const sum = (of: readonly Outcomes[]): Outcomes => ({
  turns: of.reduce((total, { turns }) => total + turns, 0),
  succeeded: of.reduce((total, { succeeded }) => total + succeeded, 0),
})

/**
 * How likely so few successes, or fewer, are among the turns that cited the strategy if it makes no
 * difference: Fisher's exact test (R. A. Fisher, Statistical Methods for Research Workers, 5th ed. 1934,
 * §21.02). Each depth is a table of its own and their numbers of successes are added (J. J. Gart, Biometrika
 * 57, 1970, 471-475), so that a strategy for hard turns is not blamed for their depth. Vector: 3 of 12
 * against 10 of 13 gives p = .01312.
 */
export function pOfWorse(depths: readonly DepthOutcomes[]): number {
  const observed = sum(depths.map(({ used }) => used)).succeeded
  let chances = [1]
  for (const depth of depths) chances = added(chances, hypergeometric(depth))
  return chances.slice(0, observed + 1).reduce((total, chance) => total + chance, 0)
}

/** The chances of 0, 1, 2… successes among the turns that cited it, given those of both sides together. */
function hypergeometric({ used, similar }: DepthOutcomes): number[] {
  const [turns, succeeded] = [used.turns + similar.turns, used.succeeded + similar.succeeded]
  const whole = logChoose(turns, used.turns)
  return Array.from({ length: used.turns + 1 }, (_, k) =>
    k > succeeded || used.turns - k > turns - succeeded
      ? 0
      : Math.exp(logChoose(succeeded, k) + logChoose(turns - succeeded, used.turns - k) - whole),
  )
}

/** The chances of each sum of two independent numbers. */
function added(a: readonly number[], b: readonly number[]): number[] {
  const sums = new Array<number>(a.length + b.length - 1).fill(0)
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) sums[i + j] = (sums[i + j] ?? 0) + x * y
  return sums
}

/** Of `n` things, the logarithm of the number of ways to choose `k`. */
function logChoose(n: number, k: number): number {
  let log = 0
  for (let i = 1; i <= Math.min(k, n - k); i++) log += Math.log((n - i + 1) / i)
  return log
}
