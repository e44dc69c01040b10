import type { CallSums, MemorySums, ModelUsage, UsagePoint, UsageReport } from './usage'

export const noCalls = (): CallSums => ({
  calls: 0,
  estimatedCalls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  estInputTokens: 0,
  estOutputTokens: 0,
  reportedInputTokens: 0,
  reportedEstInputTokens: 0,
  costMicros: 0,
  unpricedCalls: 0,
})
export const noSums = (): MemorySums => ({
  prompts: 0,
  answers: 0,
  upkeep: 0,
  plainChat: 0,
  fullContexts: 0,
  imported: 0,
  windowOnly: 0,
  summariesOnly: 0,
})

const CALL_KEYS = Object.keys(noCalls()) as (keyof CallSums)[]
const SUM_KEYS = Object.keys(noSums()) as (keyof MemorySums)[]

/** Adds in place. */
export const addCalls = (to: CallSums, more: CallSums) => {
  for (const key of CALL_KEYS) to[key] += more[key]
}
export const addSums = (to: MemorySums, more: MemorySums) => {
  for (const key of SUM_KEYS) to[key] += more[key]
}
export const addTo = (to: Record<string, number>, key: string, value: number) => {
  to[key] = (to[key] ?? 0) + value
}

export type Totals = CallSums &
  MemorySums & { turns: number; phases: Record<string, number>; sections: Record<string, number> }
/** Sums over points: of all of them and the outside ones, exactly the ledger's. */
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

/** Everything a table has to list: what was imported, what lies before, the points, what lies after, other branches. */
export const rowsOf = (report: Pick<UsageReport, 'points' | 'outside'>): UsagePoint[] => {
  const of = (kind: UsagePoint['kind']) => report.outside.filter((point) => point.kind === kind)
  return [...of('imported'), ...of('before'), ...report.points, ...of('after'), ...of('branches')]
}

/** The two curves and their variants: running sums along the path. What lies before the first point is in them, other branches are not. */
export function cumulative(report: Pick<UsageReport, 'points' | 'outside'>): MemorySums[] {
  const running = noSums()
  for (const point of report.outside) if (point.kind === 'before') addSums(running, point)
  return report.points.map((point) => {
    addSums(running, point)
    return { ...running }
  })
}

/** All that was sent and written: every recorded call by our tokenizer. */
export const withMemory = (sums: MemorySums) => sums.prompts + sums.answers + sums.upkeep

export type Baseline = 'plainChat' | 'fullContexts'
export type Saving = {
  /** Negative when memory cost more. */
  tokens: number
  /** Of what the baseline takes; 0 when it takes nothing. */
  share: number
}
/** What memory saved against a baseline, all calls of its own taken off. */
export function savingOf(sums: MemorySums, baseline: Baseline): Saving {
  const tokens = sums[baseline] - withMemory(sums)
  return { tokens, share: sums[baseline] > 0 ? tokens / sums[baseline] : 0 }
}

/** Millionths of a dollar. */
export type SavedCost = {
  /** At the models' price of uncached input; null when no model has a price. */
  micros: number | null
  /** Had the provider served plain chat's prompts from its cache: the least that memory saves, below 0 when it cost more. */
  cachedMicros: number | null
  /** Some of the calls have no known price and are not in the amount. */
  partly: boolean
}
/** What the saving against plain chat is worth. Answers are the same on both sides. */
export function savedCost(models: readonly ModelUsage[]): SavedCost {
  const priced = models.flatMap((model) => (model.price ? [{ ...model, price: model.price }] : []))
  const cost = (plainPrice: 'input' | 'cachedInput') =>
    priced.length === 0
      ? null
      : Math.round(
          priced.reduce((sum, { price, ...model }) => {
            const plain = (model.plainChat - model.answers) * price[plainPrice]
            return sum + (plain - model.prompts * price.input) / 1e6 - model.upkeepCostMicros
          }, 0),
        )
  return {
    micros: cost('input'),
    cachedMicros: cost('cachedInput'),
    partly: priced.length > 0 && models.some((model) => model.price === null && model.calls > 0),
  }
}

/** Turns in one point so that at most `max` points are shown: 1, 2, 5, 10, 20, 50… */
export function pointSize(turns: number, max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (turns <= step * power * max) return step * power
}
