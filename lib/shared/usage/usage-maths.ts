import type { CallSums, MemorySums, ModelUsage, UsagePoint, UsageReport } from './usage'
import { CALL_SUMS, MEMORY_SUMS } from './usage'

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
export const noCalls = (): CallSums => zeros(CALL_SUMS)
export const noSums = (): MemorySums => zeros(MEMORY_SUMS)

/** Adds in place. */
export const addCalls = (to: CallSums, more: CallSums) => {
  for (const key of CALL_SUMS) to[key] += more[key]
}
export const addSums = (to: MemorySums, more: MemorySums) => {
  for (const key of MEMORY_SUMS) to[key] += more[key]
}
export const addTo = (to: Record<string, number>, key: string, value: number) => {
  to[key] = (to[key] ?? 0) + value
}

export type Totals = CallSums &
  MemorySums & { turns: number; phases: Record<string, number>; sections: Record<string, number> }
/** Sums over points. All points together with the outside ones equal the ledger. */
export function totalsOf(points: readonly UsagePoint[]): Totals {
  const totals: Totals = { ...noCalls(), ...noSums(), turns: 0, phases: {}, sections: {} }
  for (const point of points) {
    addCalls(totals, point)
    addSums(totals, point)
    totals.turns += point.turns
    for (const [phase, tokens] of Object.entries(point.phases)) addTo(totals.phases, phase, tokens)
    for (const [section, tokens] of Object.entries(point.sections)) addTo(totals.sections, section, tokens)
  }
  return totals
}

/**
 * Everything a table lists: imported turns, what lies before, the points, what lies after, other branches,
 * and calls without a turn.
 */
export const rowsOf = (report: Pick<UsageReport, 'points' | 'outside'>): UsagePoint[] => {
  const of = (kind: UsagePoint['kind']) => report.outside.filter((point) => point.kind === kind)
  return [
    ...of('imported'),
    ...of('before'),
    ...report.points,
    ...of('after'),
    ...of('branches'),
    ...of('upkeep'),
  ]
}

/**
 * Running sums along the path, for all curves. They include what lies before the first point, but not other
 * branches.
 */
export function cumulative(report: Pick<UsageReport, 'points' | 'outside'>): MemorySums[] {
  const running = noSums()
  for (const point of report.outside) if (point.kind === 'before') addSums(running, point)
  return report.points.map((point) => {
    addSums(running, point)
    return { ...running }
  })
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
export type SavedCost = {
  /** At the price of uncached input; null when no model has a price. */
  micros: number | null
  /**
   * The saving if the provider had cached all prompts of plain chat: a lower bound, negative when memory cost
   * more.
   */
  cachedMicros: number | null
  /** Some calls have no known price and are not included. */
  partly: boolean
}
/** The value of the saving against plain chat. Answers are the same on both sides. */
export function savedCost(models: readonly ModelUsage[]): SavedCost {
  const priced = models.flatMap((model) => (model.price ? [{ ...model, price: model.price }] : []))
  const cost = (plainPrice: 'input' | 'cachedInput') => {
    const micros = priced.map(({ price, ...model }) => {
      const plain = (model.plainChat - model.answers) * price[plainPrice]
      return (plain - model.prompts * price.input) / 1e6 - model.upkeepCostMicros
    })
    return micros.length ? Math.round(micros.reduce((sum, one) => sum + one, 0)) : null
  }
  return {
    micros: cost('input'),
    cachedMicros: cost('cachedInput'),
    partly: priced.length > 0 && models.some((model) => model.price === null && model.calls > 0),
  }
}

/** Turns per point, so that at most `max` points are shown: 1, 2, 5, 10, 20, 50… */
export function pointSize(turns: number, max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (turns <= step * power * max) return step * power
}
