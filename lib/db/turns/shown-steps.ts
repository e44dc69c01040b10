import type { Db } from '@/lib/db/engine/client'
import { blankCall, blankPlan, blankStep, NOTHING_FORGOTTEN } from '@/lib/db/forget/forgotten'
import { shownTexts, visibleTo } from '@/lib/db/forget/visible'
import { type Source, sourcesSchema } from '@/lib/shared/memory/source'
import { pick } from '@/lib/shared/pick'
import { thinkingPlanSchema } from '@/lib/shared/turn/events'
import { isAnswering } from '@/lib/shared/usage/baselines'
import { manifestSchema, type StepRow, stepsOf, toldBy } from './steps'

/** Steps of turns without what is forgotten, and the results of their tools by hash. */
export async function shownSteps(db: Db, ownerId: string, turnIds: string[]) {
  const [steps, { isGone }] = await Promise.all([stepsOf(db, ownerId, turnIds), visibleTo(db, ownerId)])
  if (isGone !== NOTHING_FORGOTTEN)
    for (const [i, step] of steps.entries())
      steps[i] = {
        ...blankStep({ ...step, manifest: manifestSchema.parse(step.manifest) }, isGone),
        tools: step.tools.map((tool) => blankCall(tool, isGone)),
      }
  const hashes = steps.flatMap((step) => step.tools.map((tool) => tool.resultHash))
  return { steps, results: await shownTexts(db, ownerId, hashes) }
}

/** How deep a turn may go, without reasons if the classifier's reply is blanked. */
export function shownPlan(stored: unknown, steps: readonly Pick<StepRow, 'phase' | 'text' | 'finish'>[]) {
  const plan = thinkingPlanSchema.safeParse(stored).data
  const isBlank = steps.some((one) => one.phase === 'classify' && one.finish === 'stop' && one.text === '')
  return plan ? (isBlank ? blankPlan(plan) : plan) : null
}

/** A thinking or answering call. */
export type Work = Pick<StepRow, 'phase' | 'text'> & {
  notices: string[]
  tools: { name: string; args: unknown; ok: boolean; result: string; sources: Source[] }[]
}
/** What a turn's last attempt thought and did, in order. */
export async function shownWork(db: Db, ownerId: string, turn: { id: string; attempt: number }) {
  const { steps, results } = await shownSteps(db, ownerId, [turn.id])
  return steps
    .filter(({ attempt, phase }) => attempt === turn.attempt && isAnswering(phase))
    .map((step) => ({
      ...pick(step, 'phase text'),
      notices: toldBy(step).notices,
      tools: step.tools.map((tool) => ({
        ...pick(tool, 'name args ok'),
        result: results.get(tool.resultHash) ?? '',
        sources: sourcesSchema.parse(tool.sources),
      })),
    }))
}

export const readBy = (work: readonly Work[]): Source[] =>
  work.flatMap(({ tools }) => tools.flatMap(({ sources }) => sources))
