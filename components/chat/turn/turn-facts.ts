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

type Spent = Omit<NonNullable<TurnDto['totals']>, 'reasoningTokens' | 'withMemoryTokens' | 'plainChatTokens'>
/** Tokens and cost: the recorded sums if available, else what the steps have reported. */
export function spent(turn: TurnDto): Spent | null {
  const usages = turn.steps.flatMap((step) => step.usage ?? [])
  if (turn.totals || usages.length === 0) return turn.totals
  const sum = (key: 'inputTokens' | 'cachedTokens' | 'outputTokens') =>
    usages.reduce((total, usage) => total + usage[key], 0)
  const costs = usages.flatMap(({ costMicros }) => costMicros ?? [])
  return {
    inputTokens: sum('inputTokens'),
    cachedTokens: sum('cachedTokens'),
    outputTokens: sum('outputTokens'),
    costMicros: costs.length ? costs.reduce((total, cost) => total + cost, 0) : null,
    unpricedCalls: usages.length - costs.length,
    estimated: usages.some((usage) => usage.estimated),
    calls: usages.length,
  }
}

/** Milliseconds from start to end; while it runs, until `now`. */
export function elapsed(turn: TurnDto, now: number): number | null {
  if (!turn.startedAt) return null
  return Math.max(0, (turn.endedAt ? Date.parse(turn.endedAt) : now) - Date.parse(turn.startedAt))
}

/** The model that answered. The built-in engine is named "Built-in (no language model)". */
export const modelName = (turn: TurnDto): string | null =>
  (actSteps(turn).at(-1) ?? turn.steps.at(-1))?.model || null
