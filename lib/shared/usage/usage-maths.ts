import type { MemorySums, ModelUsage, UsagePoint, UsageSums } from './usage'
import { CALL_SUMS, MEMORY_SUMS } from './usage'

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
export const noCalls = (): UsageSums => zeros(CALL_SUMS)
export const noSums = (): MemorySums => zeros(MEMORY_SUMS)

/** Adds in place. */
export const addCalls = (to: UsageSums, more: UsageSums) => {
  for (const key of CALL_SUMS) to[key] += more[key]
}
export const addSums = (to: MemorySums, more: MemorySums) => {
  for (const key of MEMORY_SUMS) to[key] += more[key]
}
export const addTo = (to: Record<string, number>, key: string, value: number) => {
  to[key] = (to[key] ?? 0) + value
}

export type Totals = UsageSums & MemorySums
/** Sums over a report's models or its points. */
export function totalsOf(parts: readonly Totals[]): Totals {
  const totals = { ...noCalls(), ...noSums() }
  for (const part of parts) {
    addCalls(totals, part)
    addSums(totals, part)
  }
  return totals
}
/** The turns that a model answered. */
export const turnsIn = (points: readonly UsagePoint[]) => points.reduce((sum, { turns }) => sum + turns, 0)

/** Running sums, for the curves. */
export function cumulative(points: readonly MemorySums[]): MemorySums[] {
  const running = noSums()
  return points.map((point) => {
    addSums(running, point)
    return { ...running }
  })
}

/**
 * The point from which memory is ahead of plain chat for good; -1 if it is behind at the end, or began ahead.
 */
export function breakEven(points: readonly MemorySums[]): number {
  const behind = cumulative(points).findLastIndex((sums) => savingOf(sums, 'plainChat').tokens < 0)
  return behind < 0 || behind === points.length - 1 ? -1 : behind + 1
}

/** Everything sent and written: all recorded calls by our tokenizer. */
export const withMemory = (sums: MemorySums) => sums.prompts + sums.answers + sums.upkeep

export type Baseline = 'plainChat' | 'fullContexts'
export type Saving = {
  /** Negative when memory cost more. */
  tokens: number
  /** Share of the baseline; 0 when the baseline is 0. */
  share: number
}
/** What memory saved against a baseline, after subtracting its own calls. */
export function savingOf(sums: MemorySums, baseline: Baseline): Saving {
  const tokens = sums[baseline] - withMemory(sums)
  return { tokens, share: sums[baseline] > 0 ? tokens / sums[baseline] : 0 }
}

/** Millionths of a dollar. */
export type Costs = {
  paid: number
  /** What plain chat would have cost without any cache; null where no price is known to tell. */
  plainChat: number | null
  /** If the provider had read all prompts of plain chat from its cache; null where it reported no such reads. */
  cached: number | null
  /** Some calls have no known price and are not included. */
  partly: boolean
}
/**
 * What the calls cost, and plain chat at the same prices, which differs only in its prompts; null = nothing cost
 * anything, as far as is known. Prompts of both are ours to count, so amounts of plain chat are estimates.
 */
export function costsOf(models: readonly ModelUsage[]): Costs | null {
  const priced = models.flatMap(({ price, ...model }) =>
    price && model.unpricedCalls < model.calls ? [{ ...model, price }] : [],
  )
  const isCompared = priced.some(({ price }) => price.input > 0)
  const sum = (of: (model: ModelUsage) => number) => models.reduce((total, model) => total + of(model), 0)
  const paid = sum(({ costMicros }) => costMicros)
  if (!isCompared && paid === 0) return null
  const plainAt = (rate: 'input' | 'cachedInput') => {
    let cost = paid - sum(({ upkeepCostMicros }) => upkeepCostMicros)
    for (const { price, ...model } of priced) {
      const share = model.inputTokens ? model.cachedTokens / model.inputTokens : 0
      const paidRate = price.input - share * (price.input - price.cachedInput)
      const prompts = (model.plainChat - model.answers) * price[rate] - model.prompts * paidRate
      cost += (prompts / 1e6) * (1 - model.unpricedCalls / model.calls)
    }
    return Math.round(cost)
  }
  return {
    paid,
    plainChat: isCompared ? plainAt('input') : null,
    cached: isCompared && priced.some(({ cachedTokens }) => cachedTokens > 0) ? plainAt('cachedInput') : null,
    partly: models.some(({ unpricedCalls }) => unpricedCalls > 0),
  }
}

/** Turns per point, so that at most `max` points are shown: 1, 2, 5, 10, 20, 50… */
export function pointSize(turns: number, max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (turns <= step * power * max) return step * power
}
