import type { CallSums, ModelUsage, PromptSums, UsagePoint, UsageReport } from './usage'

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
export const noPrompts = (): PromptSums => ({
  actual: 0,
  upkeep: 0,
  withoutMemory: 0,
  imported: 0,
  withoutMessages: 0,
  windowOnly: 0,
  summariesOnly: 0,
})

const CALL_KEYS = Object.keys(noCalls()) as (keyof CallSums)[]
const PROMPT_KEYS = Object.keys(noPrompts()) as (keyof PromptSums)[]

/** Adds in place. */
export const addCalls = (to: CallSums, more: CallSums) => {
  for (const key of CALL_KEYS) to[key] += more[key]
}
export const addPrompts = (to: PromptSums, more: PromptSums) => {
  for (const key of PROMPT_KEYS) to[key] += more[key]
}
export const addTo = (to: Record<string, number>, key: string, value: number) => {
  to[key] = (to[key] ?? 0) + value
}

export type Totals = CallSums &
  PromptSums & { turns: number; phases: Record<string, number>; sections: Record<string, number> }
/** Sums over points: of all of them and the outside ones, exactly the ledger's. */
export function totalsOf(points: readonly UsagePoint[]): Totals {
  const totals: Totals = { ...noCalls(), ...noPrompts(), turns: 0, phases: {}, sections: {} }
  for (const point of points) {
    addCalls(totals, point)
    addPrompts(totals, point)
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
export function cumulative(report: Pick<UsageReport, 'points' | 'outside'>): PromptSums[] {
  const running = noPrompts()
  for (const point of report.outside) if (point.kind === 'before') addPrompts(running, point)
  return report.points.map((point) => {
    addPrompts(running, point)
    return { ...running }
  })
}

/** What the answers took with memory: their prompts, and the prompts of memory's own calls. */
export const withMemory = (sums: PromptSums) => sums.actual + sums.upkeep

export type Saving = {
  tokens: number
  withoutMemory: number
  /** What of `withoutMemory` is the text of imported turns. */
  imported: number
  /** Of the tokens without memory; 0 when there are none. */
  share: number
  /** Against messages alone. */
  messageTokens: number
  /** Millionths of a dollar at the models' price of uncached input; null when no model has a price. */
  costMicros: number | null
  /** The same, had the provider served the whole history from its cache: what memory saves at least, below 0 when that had been cheaper. */
  cachedCostMicros: number | null
  /** Some of the calls have no known price and are not in the cost. */
  partlyPriced: boolean
}

/** What memory kept out of the prompts, its own calls taken off. Negative when it cost more than it saved. */
export function savingOf(models: readonly ModelUsage[]): Saving {
  const sums = noPrompts()
  for (const model of models) addPrompts(sums, model)
  const tokens = sums.withoutMemory - withMemory(sums)
  const priced = models.filter((model) => model.price !== null)
  const cost = (of: (model: ModelUsage, price: NonNullable<ModelUsage['price']>) => number) =>
    priced.length
      ? Math.round(priced.reduce((sum, model) => sum + (model.price ? of(model, model.price) : 0), 0))
      : null
  return {
    tokens,
    withoutMemory: sums.withoutMemory,
    imported: sums.imported,
    share: sums.withoutMemory > 0 ? tokens / sums.withoutMemory : 0,
    messageTokens: sums.withoutMessages - withMemory(sums),
    costMicros: cost(
      (model, price) => ((model.withoutMemory - model.actual) * price.input) / 1e6 - model.upkeepCostMicros,
    ),
    cachedCostMicros: cost(
      (model, price) =>
        (model.withoutMemory * price.cachedInput - model.actual * price.input) / 1e6 - model.upkeepCostMicros,
    ),
    partlyPriced:
      priced.length < models.length && models.some((model) => model.price === null && model.calls > 0),
  }
}

/** Turns in one point so that at most `max` points are shown: 1, 2, 5, 10, 20, 50… */
export function pointSize(turns: number, max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (turns <= step * power * max) return step * power
}
