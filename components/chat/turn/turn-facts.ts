import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { Recall, RecallHit } from '@/lib/shared/events'

export const thinkSteps = (turn: TurnDto) => turn.steps.filter((step) => step.phase === 'think')
export const actSteps = (turn: TurnDto) => turn.steps.filter((step) => step.phase === 'act')
/** Action steps that did more than answer. */
export const toolSteps = (turn: TurnDto) =>
  actSteps(turn).filter((step) => step.tools.length > 0 || step.recalls.length > 0)
export const currentStep = (turn: TurnDto): StepDto | null =>
  turn.steps.findLast((step) => step.phase === 'think' || step.phase === 'act') ?? null
export const isThinkingDone = (turn: TurnDto) =>
  turn.status !== 'running' || actSteps(turn).some((step) => step.text.trim() !== '')

/** A hit and its recall. */
export type Found = { hit: RecallHit; recall: Recall; step: StepDto }
/** Every passage recalled in this turn, once, with its best score. */
export function foundIn(turn: TurnDto): Found[] {
  const found = new Map<string, Found>()
  for (const step of turn.steps)
    for (const recall of step.recalls)
      for (const hit of recall.hits) {
        const key = `${hit.kind}${hit.refId}`
        const known = found.get(key)
        if (!known || known.hit.score < hit.score) found.set(key, { hit, recall, step: known?.step ?? step })
      }
  return [...found.values()]
}

export type Spent = {
  input: number
  cached: number
  output: number
  costMicros: number | null
  unpricedCalls: number
  estimated: boolean
  calls: number
}
/** Tokens and cost: the recorded sums if available, else what the steps have reported. */
export function spent(turn: TurnDto): Spent | null {
  if (turn.totals) {
    const { inputTokens: input, cachedTokens: cached, outputTokens: output, ...costs } = turn.totals
    const { costMicros, unpricedCalls, estimated, calls } = costs
    return { input, cached, output, costMicros, unpricedCalls, estimated, calls }
  }
  const usages = turn.steps.flatMap((step) => step.usage ?? [])
  if (usages.length === 0) return null
  return usages.reduce<Spent>(
    (sum, usage) => ({
      input: sum.input + usage.inputTokens,
      cached: sum.cached + usage.cachedTokens,
      output: sum.output + usage.outputTokens,
      costMicros: usage.costMicros === null ? sum.costMicros : (sum.costMicros ?? 0) + usage.costMicros,
      unpricedCalls: sum.unpricedCalls + (usage.costMicros === null ? 1 : 0),
      estimated: sum.estimated || usage.estimated,
      calls: sum.calls + 1,
    }),
    { input: 0, cached: 0, output: 0, costMicros: null, unpricedCalls: 0, estimated: false, calls: 0 },
  )
}

/** Milliseconds from start to end; while it runs, until `now`. */
export function elapsed(turn: TurnDto, now: number): number | null {
  if (!turn.startedAt) return null
  return Math.max(0, (turn.endedAt ? Date.parse(turn.endedAt) : now) - Date.parse(turn.startedAt))
}

/** The model that answered. The built-in engine is named "Built-in (no language model)". */
export const modelName = (turn: TurnDto): string | null =>
  (actSteps(turn).at(-1) ?? turn.steps.at(-1))?.model || null
