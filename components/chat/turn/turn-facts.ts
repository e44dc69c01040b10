import type { CallSums, StepDto, TurnDto } from '@/lib/shared/dto'
import { PREPARED_MODEL } from '@/lib/shared/transfer/transfer'
import type { Recall, RecallHit } from '@/lib/shared/turn/events'
import { onlyAsks } from '@/lib/shared/turn/said-in'
import { byStrength, wordsHeld } from './recalls/strength'

export const thinkSteps = (turn: TurnDto) => turn.steps.filter((step) => step.phase === 'think')
export const actSteps = (turn: TurnDto) => turn.steps.filter((step) => step.phase === 'act')
/** Action steps that did more than answer. */
export const toolSteps = (turn: TurnDto) =>
  actSteps(turn).filter((step) => step.tools.length > 0 || step.recalls.length > 0)
const pathIn = (args: unknown) =>
  typeof args === 'object' && args !== null && 'path' in args ? String(args.path) : ''
/** The files that a turn wrote or changed and did not delete again. */
export function writtenIn({ steps }: Pick<TurnDto, 'steps'>): string[] {
  const paths = new Set<string>()
  for (const { name, ok, args } of steps.flatMap(({ tools }) => tools)) {
    const path = pathIn(args)
    if (!ok || !path) continue
    if (name === 'write_file' || name === 'edit_file') paths.add(path)
    if (name === 'delete_file') paths.delete(path)
  }
  return [...paths]
}
/** The steps under "thinking": rounds, tools, and what a model reasoned by itself before it answered. */
export const shownSteps = (turn: TurnDto) =>
  turn.steps.filter(
    ({ phase, tools, recalls, reasoning }) =>
      phase === 'think' || (phase === 'act' && (tools.length > 0 || recalls.length > 0 || reasoning !== '')),
  )
export const currentStep = (turn: TurnDto): StepDto | null =>
  turn.steps.findLast((step) => step.phase === 'think' || step.phase === 'act') ?? null
export const isThinkingDone = (turn: TurnDto) =>
  turn.status !== 'running' || actSteps(turn).some((step) => step.text.trim() !== '')

/** A hit and its recall; `first` = the step that recalled the same passage first. */
export type FoundMemory = { hit: RecallHit; recall: Recall; first: StepDto }
/** The same for every hit on one passage. */
export const hitKey = ({ kind, refId }: RecallHit) => `${kind}${refId}`

/** Every recalled passage once: strong ones first, mere questions last, because they answer nothing. */
export function foundIn(turn: TurnDto): FoundMemory[] {
  const found = new Map<string, FoundMemory>()
  for (const step of turn.steps)
    for (const recall of step.recalls)
      for (const hit of recall.hits) {
        const known = found.get(hitKey(hit))
        if (!known || saysMore(hit, known.hit))
          found.set(hitKey(hit), { hit, recall, first: known?.first ?? step })
      }
  return [...found.values()].toSorted(
    (a, b) => Number(onlyAsks(a.hit.excerpt)) - Number(onlyAsks(b.hit.excerpt)) || byStrength(a.hit, b.hit),
  )
}

export const isCited = ({ cited = [] }: Pick<TurnDto, 'cited'>, { kind, turnId }: RecallHit) =>
  kind === 'turn' && cited.some((one) => one.turnId === turnId)

/** Whether a hit matches more words than a known one on the same passage, or as many of a longer search. */
function saysMore(hit: RecallHit, known: RecallHit): boolean {
  const [more, less] = [wordsHeld(hit), wordsHeld(known)]
  if ('asked' in hit.parts || 'asked' in known.parts || more + less === 0) return hit.score > known.score
  return more > less || (more === less && (hit.words?.length ?? 0) > (known.words?.length ?? 0))
}

type Spent = Omit<CallSums, 'reasoningTokens'>
/** Tokens and cost of the answer: the recorded sums if available, else what the steps have reported. */
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

type Tokens = Pick<Spent, 'calls' | 'inputTokens' | 'cachedTokens' | 'outputTokens'>
/** The calls for an answer that are not among its steps: choosing the depth, and earlier attempts. */
export function otherCalls({ totals, steps }: Pick<TurnDto, 'totals' | 'steps'>): Tokens | null {
  const calls = (totals?.calls ?? 0) - steps.length
  if (!totals || calls <= 0) return null
  const left = (key: 'inputTokens' | 'cachedTokens' | 'outputTokens') =>
    totals[key] - steps.reduce((sum, { usage }) => sum + (usage?.[key] ?? 0), 0)
  return {
    calls,
    inputTokens: left('inputTokens'),
    cachedTokens: left('cachedTokens'),
    outputTokens: left('outputTokens'),
  }
}

type Modelled = { steps: readonly { model: string }[] }
/** Whether a turn was written for the sample, so that it has no chosen depth and no measured time. */
export const isPrepared = ({ steps }: Modelled) => steps.some(({ model }) => model === PREPARED_MODEL)

/** Milliseconds from start to end; null until it has ended, and for a prepared turn. */
export const elapsed = (turn: Pick<TurnDto, 'startedAt' | 'endedAt'> & Modelled): number | null =>
  turn.startedAt && turn.endedAt && !isPrepared(turn)
    ? Math.max(0, Date.parse(turn.endedAt) - Date.parse(turn.startedAt))
    : null

export function roundsMs(turn: TurnDto): number | null {
  const times = thinkSteps(turn).flatMap(({ totalMs }) => totalMs ?? [])
  return times.length ? times.reduce((sum, ms) => sum + ms, 0) : null
}

/** The model that answered. The built-in engine is named "Built-in (no language model)". */
export const modelName = (turn: TurnDto): string | null =>
  (actSteps(turn).at(-1) ?? turn.steps.at(-1))?.model || null

type RoundStep = { index: number; round: number | null }

/** A think step's name: "Round 2", or "Round 2, again" if the model was asked again for its decision. */
export function roundName<T extends RoundStep>(step: T, thinkSteps: readonly T[]): string {
  const number = step.round ?? thinkSteps.indexOf(step) + 1
  const again = thinkSteps.some(
    (other) => other.round !== null && other.round === step.round && other.index < step.index,
  )
  return `Round ${number}${again ? ', again' : ''}`
}

/** Counts rounds, not steps: a repeated one counts once. */
export const roundsIn = (thinkSteps: readonly RoundStep[]) =>
  new Set(thinkSteps.map((step) => step.round ?? `step ${step.index}`)).size
